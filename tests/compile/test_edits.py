"""No stale kernel: whatever is edited in a user's game, the next process plays the new rules."""

from __future__ import annotations

import json
import sys

import pytest
from compile.edits import EDITS
from fresh import python

import zermelo
from zermelo.compile.cache.content import content_key, is_lasting

ASK_ALL = """
import json, sys
sys.path.insert(0, {folder!r})
import zermelo
from zermelo.compile.kernel import prepare as preparing
from zermelo.compile.kernel.events import listen

# these games are others when they are compiled, which is what shows whether a kernel is stale
preparing.known_difference = lambda *game: preparing.Difference("")
prepare = preparing.prepare

def kernel(rules):
    utility = rules.utility

    @rules.jit
    def value(state):
        return utility(state, 0)

    return value

answers = {{}}
for name in {names!r}:
    heard = []
    game = zermelo.load({folder!r} + "/edited_" + name + ".py")
    with listen(lambda event: heard.append((event.kind, event.text))):
        found = prepare(game, kernel, lambda compiled: (), label=name)
    answers[name] = found.run(found.state(game.initial())), found.compiled, heard
print(json.dumps(answers))
"""


@pytest.mark.long
def test_the_second_process_gives_the_new_answer(tmp_path):
    """The first process compiles each game, the second loads it, and the third, after the edits, plays the new one."""
    asked = ASK_ALL.format(folder=str(tmp_path), names=list(EDITS))

    def ask(edited):
        for name, edit in EDITS.items():
            edit.write(tmp_path, name, edited)
        return json.loads(python(asked, tmp_path / "cache", PYTHONDONTWRITEBYTECODE="1").stdout)

    first, again, after = ask(edited=False), ask(edited=False), ask(edited=True)
    for name, edit in EDITS.items():
        kinds = [kind for kind, _ in first[name][2]]
        assert (first[name][:2], after[name][:2]) == (
            [edit.worth[0], edit.compiles],
            [edit.worth[1], edit.compiles],
        ), name
        if edit.compiles:
            assert kinds == (["begin", "end"] if edit.kept else ["note", "begin", "end"]), name
            assert bool(again[name][2]) is not edit.kept, name
    note = first["pointer"][2][0][1]
    assert note.startswith("what uses worth: raised (")
    assert note.endswith(") is compiled in every process anew: the value may be another one there")


@pytest.mark.usefixtures("registries")
@pytest.mark.parametrize("name", EDITS)
def test_the_key_of_an_edited_game_is_another_one(tmp_path, monkeypatch, name):
    monkeypatch.syspath_prepend(str(tmp_path))
    edit = EDITS[name]

    def utility(edited):
        for module in [module for module in sys.modules if module.startswith(f"edited_{name}_")]:
            del sys.modules[module]
        return zermelo.load(str(edit.write(tmp_path, name, edited))).utility

    function = utility(edited=False)
    before = content_key(function)
    assert before == content_key(function)
    assert is_lasting(before) is edit.kept
    if "overload" not in name:  # a second registration is something new, edited or not
        assert (before == content_key(utility(edited=False))) is edit.kept
    assert before != content_key(utility(edited=True))
