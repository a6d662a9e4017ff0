"""`zermelo play`: with a person at the keyboard, and without one."""

from __future__ import annotations

from pile import pile


def test_without_a_terminal_the_engines_play_a_whole_game(zermelo):
    code, out, err = zermelo("play", "[[3,12],[2,4]]")
    assert (code, err) == (0, "")
    assert out.splitlines()[1] == "MAX is auto:time=1.0, MIN is auto:time=1.0"
    assert out.splitlines()[-1] == "MAX wins by 3 after 2 plies: 1 1"


def test_a_person_wins(zermelo):
    code, out, _ = zermelo("play", "nim:stones=5", "human", "human", typed="1\n3\n1\n")
    assert code == 0
    assert out.splitlines()[-1] == "Player 1 wins by taking the last stone after 3 plies: 1 3 1"


def test_what_a_person_can_ask(zermelo):
    code, out, _ = zermelo("play", "[[3,12],[2,4]]", "human", "human", typed="\nhelp\nmoves\nhint\n7\nQUIT\n")
    assert code == 0
    assert out.count("type a move, or:") == 2  # at the beginning, and when asked
    assert "MAX> 1 2\n" in out
    assert "1 is best for MAX: +3 (exact); line: 1 1" in out
    assert "'7' is not legal here; MAX may play 1, 2 (type help for help)" in out
    assert out.endswith("goodbye\n")


def test_the_end_of_the_input_ends_the_game(zermelo):
    code, out, err = zermelo("play", "nim:stones=5", "human", "random", typed="")
    assert (code, err) == (0, "")
    assert out.endswith("goodbye\n")


def test_undo_takes_back_the_last_move_of_a_person(zermelo):
    code, out, _ = zermelo("play", "nim:stones=5", "human", "human", typed="undo\n3\nundo\n1\n3\n1\n")
    assert code == 0
    assert "there is nothing to take back" in out
    assert out.splitlines()[-1].endswith("after 3 plies: 1 3 1")


def test_undo_goes_back_over_the_engines_reply(zermelo):
    engine = "minimax:compiled=false"
    code, out, _ = zermelo("play", "nim:stones=8", "human", engine, typed="1\nundo\n2\nquit\n")
    assert code == 0
    assert "player 1 plays 1" in out
    assert "player 1 plays 2\n  stones  6" in out


def test_three_players(zermelo):
    code, out, _ = zermelo("play", "castles", *["maxn:compiled=false"] * 3)
    assert code == 0
    assert "red is maxn:compiled=false" in out
    assert " wins (red " in out.splitlines()[-1]


def test_a_seed_repeats_dice_and_engines(zermelo):
    first, second, other = (zermelo("play", "pig:goal=8", "random", "random", "--seed", s)[1] for s in (3, 3, 4))
    assert first == second
    assert first != other
    assert "chance: " in first


def test_without_a_seed_the_dice_differ(zermelo):
    assert len({zermelo("play", "pig:goal=20", "random", "random")[1] for _ in range(5)}) > 1


def test_starts_where_it_is_told(zermelo):
    out = zermelo("play", "nim:stones=9", "random", "random", "--position", "3,1", "--moves", "2")[1]
    assert out.splitlines()[-1] == "Player 1 wins by taking the last stone after 1 plies: 1"


def test_a_game_that_is_over_already(zermelo):
    code, out, _ = zermelo("play", "nim:stones=5", "random", "random", "--position", "0,0")
    assert code == 0
    assert "Player 2 wins by taking the last stone after 0 plies" in out.splitlines()[-1]


def test_a_users_file(zermelo, tmp_path):
    (tmp_path / "mine.py").write_text(pile())
    code, out, _ = zermelo("play", tmp_path / "mine.py", "minimax", "minimax")
    assert code == 0
    assert "Player 1 wins after" in out.splitlines()[-1]


def test_too_many_players(zermelo):
    code, out, err = zermelo("play", "nim", "human", "human", "human")
    assert (code, out) == (2, "")
    assert err == "zermelo: nim has 2 players, not 3\n"


def test_a_wrong_player_in_the_rules_is_told(zermelo, tmp_path):
    (tmp_path / "mine.py").write_text(pile(to_move="return state.player if state.stones > 2 else 7"))
    code, _, err = zermelo("play", tmp_path / "mine.py", "random", "random")
    assert code == 2
    assert "to_move says 7 at" in err
