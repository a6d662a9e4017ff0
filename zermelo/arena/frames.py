"""Results as tables of pandas, which is imported when somebody asks for one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.game import ZermeloError

Frame = Any  # a pandas.DataFrame: pandas need not be installed


def frame_of(records: Sequence[dict[str, Any]]) -> Frame:
    """A table with a row for each record. Raises ZermeloError if pandas is not installed."""
    try:
        import pandas  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ModuleNotFoundError:
        raise ZermeloError("to_frame needs pandas: pip install pandas; to_records gives a list of rows") from None
    return pandas.DataFrame(list(records))
