"""The job that checks a search of the user's own, from a file that the command line named."""

from __future__ import annotations

from pathlib import Path

from zermelo.grading.checking import check_file
from zermelo.grading.report import summary_lines
from zermelo.web.worker.tell import Request, Tell, beating


def check_search(request: Request, tell: Tell) -> None:
    """Tells what was found out about each search of the file, which runs in a further process."""
    file, _, name = request["spec"].partition(".py:")
    path = Path(f"{file}.py" if name else file)
    beat = beating(tell)
    reports = check_file(path, name or None, progress=lambda done, of: beat())
    found = []
    for report in reports:
        shown = report.to_json()
        found.append(
            {
                "name": report.name,
                "right": report.is_right,
                "lines": list(summary_lines(report)),
                "tree": "\n".join(shown["example"]["lines"]) if shown["example"] else "",
            }
        )
    tell({"searches": found})


CHECK_JOBS = {"check_search": check_search}
