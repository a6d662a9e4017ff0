"""Players by name, and other programs as players: UCI and GTP, both ways."""
