"""The debugger's searches with the children in another order: what is cut changes, the value does not."""

from __future__ import annotations

import pytest
from traced import LECTURE

from zermelo.game import ZermeloError
from zermelo.web.worker.debugging.traces import boards, branch, trace


def answered(job, tree=None, spec=None, more=None, **options):
    """What a job tells last."""
    begun = {"tree": tree} if tree else {"spec": spec, "open": True}
    told = []
    wanted = {"algorithm": "alphabeta", "most": 5000, **options}
    job({"parameters": {}, "start": None, "played": [], **begun, "options": wanted, **(more or {})}, told.append)
    return told[-1]


@pytest.mark.parametrize(("order", "leaves"), [(None, 7), ("best", 5), ("worst", 9)])
def test_the_order_changes_the_work_and_not_the_value(order, leaves):
    report = answered(trace, LECTURE, **({"order": order} if order else {}))
    assert (report["value"], report["leaves"], report["leaves"] + report["skipped"]) == (3, leaves, 9)


def test_a_branch_and_the_boards_are_those_of_the_order():
    report = answered(trace, spec="tic-tac-toe", order="best", depth=2)
    assert report["action"] == report["nodes"][1]["edge"] == "b2"
    drawn = answered(boards, spec="tic-tac-toe", order="best", depth=2, more={"ways": [[1, [0]]]})
    assert drawn["boards"][0]["position"] == ".../.x./..."
    cut = next(number for number, node in enumerate(report["nodes"]) if node["state"] == "cut")
    opened = answered(branch, spec="tic-tac-toe", order="best", depth=2, more={"report": report, "node": cut})
    assert "nothing changes" in opened["words"]


def test_it_looks_less_deep_where_that_is_allowed():
    assert answered(trace, spec="tic-tac-toe", order="best", depth=6, fitting=True)["depth"] == 5
    with pytest.raises(ZermeloError, match="look less deep"):
        answered(trace, spec="tic-tac-toe", order="best", depth=6)


def test_orders_that_do_not_exist_or_do_not_fit_are_told():
    with pytest.raises(ZermeloError, match="the orders are best, worst, random, not 'odd'"):
        answered(trace, LECTURE, order="odd")
    with pytest.raises(ZermeloError, match="leave out the order"):
        answered(trace, "[[(1,2,6),(4,3,3)],[(6,1,2),(7,4,1)]]", order="best")
