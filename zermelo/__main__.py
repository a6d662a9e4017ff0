"""The command `zermelo`, also as `python -m zermelo`. Ctrl-C prints one line, even while modules are loading."""

import os
import sys


def main() -> None:
    """Loads the command line and runs it."""
    if "OMP_NUM_THREADS" not in os.environ:  # products are small: threads of NumPy's would mostly wait for each other
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from zermelo.cli import main as run
    except KeyboardInterrupt:
        print("zermelo: interrupted", file=sys.stderr, flush=True)
        os._exit(130)  # Python itself would end with the signal where an extension module was being loaded
    run()


if __name__ == "__main__":
    main()
