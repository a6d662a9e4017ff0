"""The debugger in a lecture hall, and on the way from Play and back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from page_browser import NARROW, until

HALL = {"width": 1920, "height": 1080}
LECTURE = "#/debugger?from=tree&tree=[[3,12,8],[2,4,6],[14,5,2]]&algorithm=alphabeta"
NODES = "document.querySelectorAll('[data-node]').length"
READY = f"!document.querySelector('z-debugger[aria-busy]') && {NODES} > 3"
STEP = "Number(document.querySelector('#step').value)"


WIDTH = (
    "(() => { const boxes = [...document.querySelectorAll('.d-nodes .d-shape')]"
    ".map(shape => shape.getBoundingClientRect());"
    " return Math.max(...boxes.map(b => b.right)) - Math.min(...boxes.map(b => b.left)); })()"
)


def shown_width(page):
    """From the leftmost to the rightmost shape of the tree, in pixels."""
    return page.evaluate(WIDTH)


def letters(page, selector):
    """The least size of letters on the screen, in pixels."""
    return page.evaluate(
        "(selector) => Math.min(...[...document.querySelectorAll(selector)].filter(e => e.textContent.trim() !== '')"
        ".map(e => parseFloat(getComputedStyle(e).fontSize) * (e.getScreenCTM ? e.getScreenCTM().d : 1)))",
        selector,
    )


# --- between Play and the debugger ----------------------------------------------------------------------------------


def test_the_debugger_is_entered_from_play_searches_the_position_there_and_leads_back(visit):
    page = visit("#/play/tic-tac-toe?seats=human,human&moves=b2,a1,c3")
    page.locator("#board").wait_for()
    for _ in range(3):  # Play is left: what it stops is no longer the debugger's search
        page.locator("nav >> text=Play").click()
        page.locator("#debug-position").wait_for()
        page.locator("nav >> text=Debugger").click()
        until(page, READY)
    page.locator("nav >> text=Play").click()
    page.locator("#step-back, #undo").first.wait_for()
    page.locator("#debug-position").click()
    until(page, f"{READY} && location.hash.includes('moves=b2,a1,c3')")
    assert page.locator("#debugger-source").input_value() == "current"
    page.locator("#debugger-algorithm").select_option("minimax")
    page.locator("#debugger-depth").fill("1")
    page.locator("#trace-run").click()
    until(page, f"{NODES} === 7 && !document.querySelector('z-debugger[aria-busy]')")  # 9 − 3 fields, and the root
    until(page, "document.querySelector('#node-boards img')?.alt")
    page.locator('[data-node="2"] .d-shape').click()
    until(page, "document.querySelector('#play-from-here').href.match(/moves=b2,a1,c3,/)")
    # another search leaves the game in Play as it is
    page.locator("#debugger-source").select_option("game")
    page.locator("#debugger-game").select_option("nim")
    until(page, f"{READY} && location.hash.startsWith('#/debugger/nim')")
    page.locator("nav >> text=Play").click()
    until(page, "location.hash.startsWith('#/play/tic-tac-toe?') && location.hash.includes('moves=b2,a1,c3')")
    until(page, "document.querySelectorAll('#moves button').length === 3")


def test_what_is_typed_is_read_or_refused_in_words(visit):
    page = visit(LECTURE)
    until(page, READY)
    page.locator("textarea").fill("")
    page.locator("#trace-run").click()
    until(page, "document.querySelector('#debugger-error').textContent.includes('no tree yet')")
    page.locator("textarea").fill("[[(1,2,6),(4,3,3)],[(6,1,2),(7,4,1)]]")  # with alpha-beta chosen
    page.locator("#trace-run").click()
    until(page, f"{NODES} === 7 && document.querySelector('#debugger-algorithm').value === 'maxn'")
    assert "max^n searches it" in page.locator("#step-words").inner_text()
    page.locator("#step-last").click()
    until(page, "document.querySelector('#root-value').textContent.includes('(7, 4, 1)')")
    assert page.locator("[data-node] .d-below").first.text_content() == "(7, 4, 1)"


# --- the whole screen -----------------------------------------------------------------------------------------------


def test_the_two_ply_tree_fills_the_screen_and_a_presenter_s_keys_step_wherever_the_focus_is(visit):
    page = visit(LECTURE, viewport=HALL)
    until(page, READY)
    page.locator("#step-next").click()
    page.locator("#full-screen").focus()
    page.keyboard.press("Enter")
    until(page, "document.querySelector('z-debugger').getBoundingClientRect().width === innerWidth")
    until(page, "document.querySelector('z-debugger').getBoundingClientRect().height === innerHeight")
    for _ in range(12):
        page.keyboard.press("PageDown")
    until(page, f"{STEP} === 13 && document.querySelector('#step-words').textContent.startsWith('Cut')")
    until(page, "document.querySelector('.d-window').textContent.includes('α-cut-off')")
    until(page, f"{WIDTH} >= {0.8 * HALL['width']}")
    for selector in (
        ".d-nodes .d-label",
        ".d-edge-label",
        ".d-window, .d-window-above",
        "#step-words",
        "#pseudocode-line",
    ):
        assert letters(page, selector) >= 28, selector
    assert page.locator("#pseudocode-line").inner_text().startswith("if v ≤ α then return v")
    assert page.locator(".d-window-above").all_text_contents() == ["α 3  β +∞"]  # along the path, from the root
    at = 13
    places = ("#step-play", "#step", "#debugger-tree", "#step-speed", "#step-follow", "#zoom-fit")
    for place, (key, steps) in zip(
        places,
        (("ArrowRight", 1), ("ArrowUp", -1), (" ", 1), ("PageUp", -1), ("ArrowDown", 1), ("Shift+ ", -1)),
        strict=True,
    ):
        page.locator(place).focus()
        page.keyboard.press(key)
        at += steps
        until(page, f"{STEP} === {at}")
    page.keyboard.press("Home")
    until(page, f"{STEP} === 0")
    page.keyboard.press("Shift+ArrowDown")  # chooses a node
    page.keyboard.press("Shift+ArrowDown")
    until(page, "document.querySelector('.d-selected')?.dataset.node === '1'")
    page.keyboard.press("c")
    until(page, "!document.querySelector('#pseudocode').hidden && document.querySelector('#pseudocode li')")
    page.keyboard.press("Escape")
    until(page, "!document.querySelector('.d-full') && !document.fullscreenElement")
    until(page, f"{WIDTH} < document.querySelector('#debugger-tree').getBoundingClientRect().width")  # drawn anew
    whole = shown_width(page)
    page.locator("#zoom-out").click()
    until(page, f"{WIDTH} < 0.9 * {whole}")  # it is drawn in the next frame
    page.locator("#zoom-fit").click()
    until(page, f"{WIDTH} > 0.99 * {whole}")


def test_symmetric_positions_merged_have_legible_boards_and_moves(visit):
    page = visit("#/debugger/tic-tac-toe?from=game&algorithm=minimax&depth=2", viewport=HALL)
    until(page, READY)
    page.locator("#debugger-merged").check()
    until(page, f"{NODES} === 16")  # 1, 3 and 12
    page.locator("#full-screen").click()
    until(page, "document.querySelectorAll('image.d-board').length === 16")
    sizes = page.evaluate("[...document.querySelectorAll('image.d-board')].map(i => i.getBoundingClientRect().width)")
    assert min(sizes) >= 80
    assert letters(page, ".d-edge-label") >= 20
    assert page.locator(".d-edge-label").all_text_contents()[:3] == ["a3", "b3", "b2"]
    page.keyboard.press("End")
    until(page, "document.querySelector('#step-words').textContent.startsWith('The search is finished')")
    until(page, "location.hash.includes('symmetric=merged')")


def test_the_children_are_put_in_order(visit):
    page = visit(LECTURE)
    until(page, READY)
    for order, cut in (("best", 4), ("worst", 0), ("", 2)):
        page.locator("#debugger-order").select_option(order)
        until(page, f"{READY} && location.hash.includes('order=') === {str(bool(order)).lower()}")
        page.locator("#step-last").click()
        until(page, f"document.querySelectorAll('.d-nodes > [data-state=\"cut\"]').length === {cut}")
        assert page.locator("#root-value").inner_text() == "3"
    page.locator("#debugger-algorithm").select_option("mcts")
    assert not page.locator("#debugger-order").is_visible()


# --- nodes ----------------------------------------------------------------------------------------------------------


def test_a_click_shows_a_node_and_its_own_control_folds_it(visit):
    page = visit(LECTURE + "&step=23")
    until(page, READY)
    page.locator('[data-node="1"] .d-shape').click()
    until(page, "document.querySelector('#node-words').textContent.startsWith('MIN after 1: 3')")
    assert page.locator("[data-node]").count() == 13
    page.locator('[data-fold="1"]').click()
    until(page, f"{NODES} === 10")
    assert page.locator('[data-node="1"]').get_attribute("aria-expanded") == "false"
    page.locator('[data-fold="1"]').click()  # +3
    until(page, f"{NODES} === 13")
    labels = page.evaluate("[...document.querySelectorAll('[role=treeitem]')].map(e => e.getAttribute('aria-label'))")
    assert len(labels) == 13
    assert all(labels)
    stack = page.locator("#call-stack li").all_inner_texts()
    assert [re.sub(r"\s+", " ", line) for line in stack] == ["MAX, the root α 3 β +∞ v = 3"]


def test_leaves_are_there_from_the_start_by_option_also_below_cuts(visit):
    page = visit("#/debugger?from=tree&tree=[[[3,5],[6,9]],[[1,2],[0,-1]]]&algorithm=alphabeta")
    until(page, f"{READY} && {NODES} === 13")  # two leaves are below a cut
    assert page.locator(".d-nodes > [data-value='9']").count() == 0
    page.locator("#debugger-leaves").check()
    until(page, f"{NODES} === 15")
    leaves = "[...document.querySelectorAll('.d-leaf')].map(e => e.parentElement.dataset.value).sort().join()"
    until(page, f"{leaves} === '-1,0,1,2,3,5,6,9'")
    page.locator("#step-last").click()
    page.locator('.d-nodes > [data-state="cut"]').first.dblclick()
    until(page, "/nothing changes/.test(document.querySelector('#step-words').textContent)")
    assert page.locator("[data-node]").count() == 15
    page.reload()
    until(page, f"{NODES} === 15 && document.querySelector('#debugger-leaves').checked")


def test_mcts_ends_with_the_chosen_move_and_a_table_and_c_is_a_slider(visit):
    page = visit("#/debugger?from=tree&tree=[[3,12,8],[2,4,6],[14,5,2]]&algorithm=mcts&simulations=12")
    until(page, "Number(document.querySelector('#step')?.max) > 40")
    slider = page.locator("#debugger-exploration")
    assert slider.get_attribute("type") == "range"
    slider.evaluate(
        "(s) => { s.value = '2'; for (const e of ['input', 'change']) s.dispatchEvent(new Event(e, {bubbles: true})); }"
    )
    until(page, f"{READY} && location.hash.includes('exploration=2')")
    page.locator("#step-last").click()
    until(page, "document.querySelectorAll('#compared tbody tr').length === 3")
    chosen = page.locator("#compared tr[aria-current] th").inner_text()
    assert page.locator("#step-words").inner_text().startswith(f"{chosen} is played: it has the most visits")
    visits = [int(row.split()[1].partition("/")[2]) for row in page.locator("#compared tbody tr").all_inner_texts()]
    assert sum(visits) == 12
    assert page.locator("#compared caption").inner_text().startswith("MAX at the root: N = 12, C = ")


def test_five_thousand_nodes_are_dots_on_a_canvas_and_only_what_is_in_sight_is_drawn(visit):
    page = visit("#/debugger/random-tree?from=game&branching=8&rules.depth=4&algorithm=minimax")
    until(page, f"{READY}")
    page.locator("#unfold-all").click()
    until(page, "document.querySelector('.d-legend').textContent.endsWith('4,681 nodes')")
    until(page, f"{NODES} === 0 && !document.querySelector('z-debugger[aria-busy]')")
    painted = (
        "(() => { const c = document.querySelector('.d-canvas'); const d = c.getContext('2d')"
        ".getImageData(0, 0, c.width, c.height).data; let n = 0; for (let i = 3; i < d.length; i += 4) n += d[i] > 0;"
        " return n; })()"
    )
    until(page, f"{painted} > 5000")
    page.locator("#debugger-tree").focus()
    page.keyboard.press("ArrowDown")  # the root
    until(
        page, "document.querySelector('#debugger-tree-chosen')?.getAttribute('aria-label').startsWith('MAX, the root')"
    )
    for _ in range(40):
        if page.evaluate(NODES):
            break
        page.keyboard.press("+")
        page.evaluate("new Promise(requestAnimationFrame)")
    until(page, f"0 < {NODES} && {NODES} < 400 && document.querySelector('.d-canvas').width === 0")
    labels = page.evaluate("[...document.querySelectorAll('[role=treeitem]')].map(e => e.getAttribute('aria-label'))")
    assert all(labels)


@pytest.mark.slow
def test_five_thousand_nodes_are_zoomed_and_scrolled_within_a_thirtieth_of_a_second_per_frame(visit):
    """By the processor time of the page's own thread, which does not depend on what else the machine does."""
    page = visit("#/debugger/random-tree?from=game&branching=8&rules.depth=4&algorithm=minimax", HALL)
    until(page, READY)
    page.locator("#unfold-all").click()
    until(page, f"{NODES} === 0 && !document.querySelector('z-debugger[aria-busy]')")
    meter = page.context.new_cdp_session(page)
    meter.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent():
        return next(
            one["value"] for one in meter.send("Performance.getMetrics")["metrics"] if one["name"] == "TaskDuration"
        )

    frames = 80
    for delta in (-40, 40):  # from afar to a few nodes, and back
        before = spent()
        page.evaluate(
            """async ([frames, deltaY]) => {
                const tree = document.querySelector('#debugger-tree'), box = tree.getBoundingClientRect();
                const at = {clientX: box.left + 0.4 * box.width, clientY: box.top + 0.6 * box.height};
                for (let frame = 0; frame < frames; frame++) {
                    tree.dispatchEvent(new WheelEvent('wheel', {...at, deltaY, bubbles: true, cancelable: true}));
                    await new Promise(requestAnimationFrame);
                }
            }""",
            [frames, delta],
        )
        assert (spent() - before) / frames < 1 / 30
    assert page.evaluate(NODES) == 0


def test_on_a_phone_the_tools_do_not_lie_over_the_tree(visit):
    page = visit(LECTURE + "&step=13", NARROW)
    until(page, READY)
    until(page, "document.querySelector('.d-window').textContent.includes('α-cut-off')")
    until(  # the words are beside the node, but not beyond the edge
        page,
        "document.querySelector('.d-window').getBoundingClientRect().right <="
        " document.querySelector('#debugger-tree').getBoundingClientRect().right",
    )
    tools, stage = (page.locator(one).bounding_box() for one in (".d-tools", ".d-stage"))
    assert tools["y"] >= stage["y"] + stage["height"]
    below = page.locator(".d-under").bounding_box()
    assert tools["y"] + tools["height"] <= below["y"] + 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#full-screen").click()  # there is room enough for both then
    until(page, "document.querySelector('.d-full .d-tools')")
    page.keyboard.press("Escape")
    until(page, "!document.querySelector('.d-full')")
    page.set_viewport_size({"width": 844, "height": 390})  # the phone is turned, and back
    until(page, f"{WIDTH} > 390")
    page.set_viewport_size(NARROW)
    until(page, "document.documentElement.scrollWidth <= innerWidth")


# --- what is kept and taken along -----------------------------------------------------------------------------------


def test_the_picture_and_the_link_are_taken_along(visit, browser):
    page = visit(LECTURE + "&step=13")
    until(page, f"{READY} && {STEP} === 13")
    for kind in ("svg", "png"):
        page.locator("#share").click()
        with page.expect_download() as got:
            page.locator(f"#save-{kind}").click()
        assert got.value.suggested_filename == f"alphabeta-step-13.{kind}"
        data = Path(got.value.path()).read_bytes()
        if kind == "png":
            assert data.startswith(b"\x89PNG")
            assert len(data) > 5000
        else:
            assert data.startswith(b"<svg")
            assert data.count(b"<polygon") == 4
            assert b"class=" not in data  # it needs no stylesheet
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#share").click()
    page.locator("#copy-link").click()
    until(page, "document.querySelector('#announcer').textContent.includes('copied')")
    link = page.evaluate("navigator.clipboard.readText()")
    other = browser.new_context()
    try:
        there = other.new_page()
        there.goto(link)
        until(there, f"{NODES} > 3 && {STEP} === 13")
        assert there.locator("#step-words").inner_text() == page.locator("#step-words").inner_text()
    finally:
        other.close()


def test_step_300_survives_a_reload_and_a_connection_to_a_server_that_knows_nothing_of_it(visit):
    page = visit()
    lines = []

    def connect(socket):
        lines.append(socket)
        there = socket.connect_to_server()
        socket.on_message(there.send)
        there.on_message(socket.send)

    page.route_web_socket(re.compile("/socket$"), connect)
    page.goto(page.url.partition("#")[0] + "#/debugger/tic-tac-toe?from=game&algorithm=alphabeta&depth=3&step=300")
    page.reload()
    until(page, f"{READY} && {STEP} === 300")
    told = page.locator("#step-words").inner_text()
    page.reload()
    until(page, f"{READY} && {STEP} === 300")
    assert page.locator("#step-words").inner_text() == told
    lines[-1].close()  # as if the server was started again
    until(page, f"{len(lines)} && document.querySelector('#connection').textContent !== ''")
    until(page, f"document.querySelector('#connection').textContent === '' && {READY}")
    assert page.locator("#step-words").inner_text() == told
    before = page.evaluate(NODES)
    page.locator("#unfold-all").click()  # which a new server can do only with a search of its own
    until(page, f"{NODES} > {before}")
    assert page.locator("#debugger-error").inner_text() == ""
    assert page.evaluate(STEP) == 300
