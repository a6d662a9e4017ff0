"""What is known about the prisoner's dilemma: the strategies of Axelrod's tournaments."""
