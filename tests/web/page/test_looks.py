"""Games look like themselves on the page: danger, promotions, the winning row, cards, ships, dark squares, names."""

from __future__ import annotations

from page_browser import cell, until, wait_for_status

SET_UP = "8/P6k/8/8/8/8/7p/7K"


def test_a_set_up_position_is_not_turned_and_a_promotion_is_chosen_at_its_square(visit):
    page = visit(f"#/play/chess?seats=human,human&position={SET_UP}+w")
    wait_for_status(page, "White to move")
    top, bottom = (cell(page, row, 0).bounding_box()["y"] for row in (0, 7))
    assert top < bottom
    cell(page, 1, 0).click()
    cell(page, 0, 0).click()
    page.locator("dialog.chooser[open]").wait_for()
    pieces = page.locator("dialog.chooser .choices button")
    assert pieces.all_inner_texts() == ["♛\ufe0e", "♞\ufe0e", "♜\ufe0e", "♝\ufe0e"]
    over, square = pieces.first.bounding_box(), cell(page, 0, 0).bounding_box()
    assert abs(over["x"] + over["width"] / 2 - square["x"] - square["width"] / 2) < square["width"] / 2
    page.evaluate("location.hash = '#/games'")
    page.locator("z-games .game-card").first.wait_for()
    assert page.locator("dialog.chooser").count() == 0
    page.go_back()
    wait_for_status(page, "White to move")
    cell(page, 1, 0).click()
    cell(page, 0, 0).click()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    wait_for_status(page, "Black to move")
    assert "white rook" in cell(page, 0, 0).get_attribute("aria-label")


def test_check_is_marked_and_what_was_taken_lies_beside_the_board(visit):
    page = visit("#/play/chess?seats=human,human&moves=e4,e5,Qh5,Nc6,Qxf7%2B")
    wait_for_status(page, "Black to move")
    assert page.locator(".cell.warned").get_attribute("data-cell") == "0,4"
    assert "in check" in cell(page, 0, 4).get_attribute("aria-label")
    below = page.locator(".beside").last
    assert below.locator("[role=img]").get_attribute("aria-label") == "black pawn"
    assert below.locator("b").inner_text() == "+1"
    page.locator("#flip").click()
    assert page.locator(".beside").first.locator("b").inner_text() == "+1"
    page.evaluate("location.hash = '#/play/chess?seats=human,human&moves=e4,d5,exd5,Qxd5,Nc3,Qxg2,Bxg2'")
    until(
        page, "document.querySelectorAll('.beside [role=img]').length === 4"
    )  # what each has taken, not only the balance
    above, below = (page.locator(".beside").nth(side).locator("[role=img]") for side in (0, 1))
    assert [one.get_attribute("aria-label") for one in above.all()] == ["white pawn", "white pawn"]
    assert [one.get_attribute("aria-label") for one in below.all()] == ["black queen", "black pawn"]


def test_the_winning_row_and_the_rules_and_a_frame_for_the_best_move(visit):
    page = visit("#/play/tic-tac-toe?seats=human,human&moves=a1,b1,a2,b2")
    wait_for_status(page, "X to move")
    page.get_by_role("button", name="Analyse", exact=True).click()
    page.locator(".arrows .move rect").first.wait_for(state="attached")
    assert page.locator(".arrows .move circle").count() == 0
    cell(page, 0, 0).click()
    wait_for_status(page, "X wins")
    marked = page.evaluate("[...document.querySelectorAll('.cell.marked')].map((one) => one.dataset.cell)")
    assert marked == ["0,0", "1,0", "2,0"]
    page.locator("#rules summary").click()
    assert "k of them in a row" in page.locator("#rules").inner_text()


def test_cards_lie_on_a_table_and_the_next_hand_moves_the_dealer(visit):
    page = visit("#/play/no-limit-holdem?seats=human,level:beginner")
    page.locator("[data-action=fold]").wait_for()
    hands = page.locator(".card-table .around .hand")
    assert "dealer" in hands.last.inner_text()  # the only person sits below
    assert hands.last.locator(".face-down").count() == 0
    assert hands.first.locator(".face-down").count() == 2
    assert page.locator(".card-table .centre .no-card").count() == 5
    assert page.locator(".card-table .pot").inner_text() == "pot 3"
    page.locator("[data-action=fold]").click()
    until(page, "document.querySelector('#restart')?.textContent === 'Next hand'")
    assert "folded" in hands.last.inner_text()
    assert hands.last.locator(".face-down").count() == 2  # also now
    page.locator("#restart").click()
    until(page, "document.querySelector('#restart')?.textContent === 'Restart'")
    assert [page.locator(f"#player-{seat}").input_value() for seat in (0, 1)] == ["level:beginner", "human"]


def test_a_card_is_played_by_clicking_it_or_by_the_keyboard(visit):
    page = visit("#/play/goofspiel?cards=4&order=descending&seats=human,engine:random")
    mine = page.locator(".card-table .around").last.locator(".playing-card")
    until(page, "document.querySelectorAll('.playable:not([aria-disabled=true])').length === 4")
    assert page.locator("#actions").is_hidden()  # no buttons besides the cards
    assert page.locator(".playable").count() == mine.count() == 4  # not those of the other
    mine.nth(2).click()
    until(page, "document.querySelectorAll('.playable:not([aria-disabled=true])').length === 3")
    assert page.evaluate("[...document.querySelectorAll('.playable')].map((card) => card.dataset.action)") == [
        "1",
        "2",
        "4",
    ]
    mine.nth(1).focus()
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('.playable:not([aria-disabled=true])').length === 2")
    until(page, "document.activeElement.matches('.playable')")  # the next card can be played at once
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('.playable').length === 0")


def test_ships_are_placed_from_either_end_and_what_is_not_seen_is_dark(visit):
    page = visit("#/play/battleship?seats=human,human&rows=3&columns=3&ships=2&placed=players")
    page.locator("#curtain button").first.click()
    cell(page, 0, 1).click()
    cell(page, 0, 0).click()
    until(page, "!document.querySelector('#curtain').hidden")  # the ship is there, and the other is next
    page.locator("#curtain button").first.click()
    assert "Battleship" in page.locator("#title").inner_text()
    page.evaluate("location.hash = '#/play/dark-chess?seats=human,level:beginner'")
    page.locator(".cell.dark").first.wait_for()
    assert "not seen" in page.locator(".cell.dark").first.get_attribute("aria-label")
    page.evaluate("location.hash = '#/play/checkers?seats=human,human&position=B:W21,K23:B1,K3'")
    page.locator(".crown").first.wait_for(state="attached")
    assert page.locator(".cell .corner").count() == 32
    assert "black king" in cell(page, 0, 5).get_attribute("aria-label")


def test_names_and_parameters_are_told_in_words(visit):
    page = visit("#/games")
    page.locator("[data-game='nine-mens-morris']").click()
    form = page.locator(".game-form")
    assert form.locator("h2").inner_text() == "Nine Men's Morris"
    men = form.locator("input[name=men]")
    assert (men.get_attribute("min"), men.get_attribute("max")) == ("3", "9")
    assert "Of each player; 3 to 9" in form.inner_text()
    page.locator("[data-game=goofspiel]").click()
    assert form.locator("select[name=order] option").all_inner_texts() == ["random", "descending", "ascending"]
    form.locator("select[name=order]").select_option("ascending")
    page.locator("#start").click()
    until(page, "document.querySelector('#title')?.textContent === 'Goofspiel (order ascending)'")
