"""Two engines on the page: side by side, and in a match."""

from __future__ import annotations

import re

from page_browser import until


def test_compare_and_a_match(visit):
    page = visit("#/compare")
    page.get_by_role("button", name="Play a match").click()
    page.get_by_text(re.compile(r"\d+ won, \d+ drawn, \d+ lost; .* of 10")).wait_for()
    page.get_by_text(re.compile("Elo .*, 95% between")).first.wait_for()
    page.get_by_role("button", name="Compare", exact=True).last.click()
    page.get_by_text(re.compile(r"[Bb]oth .*choose|A chooses")).wait_for()


def test_a_game_is_chosen_levels_play_it_and_it_is_replayed(visit):
    page = visit("#/compare/tic-tac-toe")
    page.locator("#compare-game").select_option("nim")
    page.get_by_role("heading", name="Nim").wait_for()
    until(page, "location.hash.startsWith('#/compare/nim')")
    page.locator("#engine-0").select_option("level:beginner")
    page.locator("#engine-1").select_option("level:medium")
    assert "Elo above easy" in page.locator("#engine-1-help").inner_text()
    page.evaluate(
        """() => new MutationObserver(() => (window.seen ??= document.querySelector('#compare-live').textContent))
            .observe(document.querySelector('#compare-live'), {childList: true})"""
    )
    page.locator("#match-games").fill("2")
    page.locator("#match-run").click()
    until(page, "document.querySelectorAll('#match-list li').length === 2")
    assert re.match(r"Game 1, move \d+: [123]\. A is [Pp]layer [12]\.", page.evaluate("window.seen"))
    until(page, "!document.querySelector('#compare-live').textContent")
    results = page.locator("#match-list li").all_inner_texts()
    assert [text.partition(":")[0] for text in results] == ["A was player 1", "A was player 2"]
    page.get_by_role("link", name="Replay").first.click()
    page.locator("[aria-keyshortcuts=End]").click()
    until(page, "document.querySelector('#status').textContent.includes('taking the last stone')")
    page.go_back()
    until(page, "document.querySelectorAll('#match-list li').length === 2")  # the match is still there
    page.locator("#compare-run").click()
    page.get_by_text(re.compile(r"[Bb]oth .*choose|A chooses")).wait_for()


def test_a_tournament_is_watched_and_its_games_are_replayed(visit):
    """Three engines, a game from each seat: the table after every game, whole names, the plot, and replays."""
    page = visit("#/compare/nim")
    for number, choice in enumerate(("engine:minimax", "engine:random", "engine:random")):
        page.locator(f"#entrant-{number}").select_option(choice)
    page.evaluate(
        """() => {
            window.said = [];
            window.shown = [];
            const note = (name) => () => window.said.push([name, document.querySelector(name).textContent]);
            for (const name of ["#compare-live", "#tournament-words"])
                new MutationObserver(note(name)).observe(document.querySelector(name), {childList: true});
            const texts = (name) => [...document.querySelectorAll(name)].map((one) => one.textContent);
            const table = () => window.shown.push({
                button: document.querySelector("#tournament-run").textContent,
                places: [...document.querySelectorAll("#tournament-places tbody tr")]
                    .map((row) => [...row.cells].map((one) => one.textContent)),
                cross: texts("#tournament-cross tbody td"),
                plots: document.querySelectorAll("#tournament-plot img").length,
                replays: document.querySelectorAll("#tournament-list li").length,
            });
            new MutationObserver(table).observe(document.querySelector("#tournament-words"), {childList: true});
            const board = () => window.boards.add(document.querySelector("z-compare z-board").textContent
                + document.querySelector("z-compare z-board").innerHTML.length);
            window.boards = new Set();
            new MutationObserver(board).observe(document.querySelector("#compare-live"), {childList: true});
        }"""
    )
    page.locator("#tournament-run").click()
    until(page, "document.querySelectorAll('#tournament-list li').length === 6")
    until(page, "document.querySelector('#tournament-run').textContent === 'Play a tournament'")
    said = page.evaluate("window.said")
    counts = [int(words.split(" of 6 games")[0]) for name, words in said if name == "#tournament-words" and words]
    assert counts == [1, 2, 3, 4, 5, 6]
    running = [shown for shown in page.evaluate("window.shown") if shown["replays"]]  # the first is of the empty tables
    assert [shown["replays"] for shown in running] == counts
    assert [shown["button"] for shown in running[:-1]] == ["Stop"] * 5
    for games, shown in enumerate(running, 1):  # after each game: points, ratings with intervals, cross table, plot
        assert sum(float(row[2]) for row in shown["places"]) == games
        assert sum(int(row[3]) for row in shown["places"]) == 2 * games
        assert shown["cross"].count("×") == 3
        assert shown["plots"] == 1
    assert any(re.search(r"[+-]\d", row[5]) and row[6] for shown in running[:-1] for row in shown["places"])
    assert len(page.evaluate("[...window.boards]")) > 2  # the games were drawn as they went on
    live = [words for name, words in said if name == "#compare-live" and words]
    assert re.match(r"Game 1, move \d+: [123]\. (minimax:time=0\.1|random) is [Pp]layer [12], against random", live[0])
    names = ["minimax:time=0.1", "random", "random (2)"]
    places = page.locator("#tournament-places tbody th").all_inner_texts()
    assert sorted(places) == names
    assert sorted(page.locator("#tournament-cross thead th").all_inner_texts()) == names
    assert page.locator("#tournament-cross tbody td").all_inner_texts()[::4] == ["×"] * 3
    assert page.locator("#tournament-words").inner_text() == "6 of 6 games"
    until(page, "document.querySelector('#tournament-plot img').naturalWidth > 100")
    first = page.locator("#tournament-list li").first
    assert re.match(r"(minimax:time=0\.1|random)( \(2\))? against .*: .*wins", first.inner_text())
    first.get_by_role("link", name="Replay").click()
    page.locator("[aria-keyshortcuts=End]").click()
    until(page, "document.querySelector('#status').textContent.includes('taking the last stone')")


def test_a_tournament_is_stopped_and_another_question_ends_it(visit):
    page = visit("#/compare/nim")
    page.locator("#tournament-add").click()
    assert page.locator("z-tournament z-player").count() == 4
    page.get_by_role("button", name="Remove engine 4").click()
    assert page.locator("z-tournament z-player").count() == 3
    page.locator("#tournament-games").fill("60")
    page.locator("#tournament-run").click()
    until(page, "document.querySelectorAll('#tournament-list li').length > 0")
    page.locator("#match-games").fill("2")
    page.locator("#match-run").click()
    page.get_by_text("The tournament was stopped.").wait_for()
    until(page, "document.querySelectorAll('#match-list li').length === 2")


def test_compiling_is_told_and_not_counted(visit):
    """The note of the wait stands where the analyses will; then they are there with their own seconds."""
    heard = []

    def altered(message):
        if message["type"] != "compare" or heard:
            return [message]
        heard.append(message)
        note = {"note": "compiling nim for alphabeta, first run only …", "progress": 0.5, "left": 4.0}
        return [{"type": "waiting", "id": message["id"], "ahead": 0, **note}]

    page = visit("#/compare/nim?engines=engine:alphabeta,engine:minimax:depth%3D2&time=0.3", altered=altered)
    page.get_by_role("button", name="Compare", exact=True).last.click()
    page.get_by_text("compiled first, and that time does not count").first.wait_for()
    page.get_by_text(re.compile(r"[Bb]oth .*choose|A chooses")).wait_for()
    seconds = page.locator("z-analysis").evaluate_all(
        "views => views.map((view) => Number(/seconds\\s*([0-9.]+)/.exec(view.innerText)?.[1]))"
    )
    assert len(seconds) == 2
    assert all(spent < 2 for spent in seconds), seconds
