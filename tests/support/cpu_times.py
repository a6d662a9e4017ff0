"""`pytest --cpu-times 20`: the tests that cost most processor time, most of it spent on compiling kernels.

Processor time, unlike time on the clock, is much the same on a busy machine. It is that of the test's process and of
the processes that ended while it ran; a server that serves several tests counts for the one that ends it.
"""

from __future__ import annotations

import resource

import pytest

BEGIN = pytest.StashKey[float]()
COST = "cpu_seconds"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cpu-times", type=int, default=0, metavar="N", help="list the N tests that cost most")


def used() -> float:
    """CPU seconds of this process and of its children that have ended."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item):
    item.stash[BEGIN] = used()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    report = yield
    if call.when == "teardown":
        report.user_properties.append((COST, used() - item.stash[BEGIN]))  # travels from a worker to the terminal
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    most = terminalreporter.config.getoption("--cpu-times")
    if not most:
        return
    costs = {
        report.nodeid: value
        for reports in terminalreporter.stats.values()
        for report in reports
        if isinstance(report, pytest.TestReport)
        for name, value in report.user_properties
        if name == COST
    }
    terminalreporter.section(f"{sum(costs.values()) / 60:.1f} CPU minutes in {len(costs)} tests; the most expensive")
    for nodeid, cost in sorted(costs.items(), key=lambda item: -item[1])[:most]:
        terminalreporter.write_line(f"{cost:7.1f} s  {nodeid}")
