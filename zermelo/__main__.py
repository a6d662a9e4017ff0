"""The command `zermelo`, also as `python -m zermelo`. Ctrl-C prints one line, even while modules are loading."""

import sys


def main() -> None:
    """Loads the command line and runs it."""
    try:
        from zermelo.cli import main as run
    except KeyboardInterrupt:
        print("zermelo: interrupted", file=sys.stderr)
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
