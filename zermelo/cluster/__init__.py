"""Work that is spread over processes and machines: tasks that are named, not sent as code.

tasks      a task: the name of one of our functions, arguments as JSON and arrays; doing it; what it answers
work       what workers do, by those names
travel     users' files that tasks need: how their text travels, and is kept there
games      games and positions as tasks name them, and what a worker keeps from one task to the next
crew       whoever does tasks, many at once; a task that is lost with its worker is done again
inside     a crew of threads of this process
rays       a crew on Ray: processes on this machine, or on the machines of a cluster
address    the crew that a person names: local:4, or the address of a cluster
"""
