"""How long a test waits for another process before it gives up."""

PATIENCE = 300.0  # seconds: it may have to compile first, on a busy machine
