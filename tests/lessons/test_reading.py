"""The format of lessons: what is read, and what is refused with the line."""

from __future__ import annotations

import pytest

from zermelo.game import ZermeloError
from zermelo.lessons.lesson import Asked, Code, Heading, Items, Paragraph, Shown, Span
from zermelo.lessons.reading import lesson, lesson_names, read_lesson

WHOLE = """# A title
summary: What it is *about*.

A **strong** word, `code 7`, and [a link](lesson:minimax).

## A heading

- one item
  that goes on
- another

1. first
2. second

```python
x = 12

y = x
```

figure: two-ply algorithm=minimax step=3

question: worth
ask: What is it worth?
number: {two-ply.value}
right: It is {two-ply.value}.
wrong: No.
if {two-ply.second}: That is the second branch.

question: order
ask: Depth first?
- [x] Yes :: It is.
- [ ] No :: It is,
  really.
"""


def read(body, head="# A title\nsummary: Short.\n\n"):
    return read_lesson("sample", 1, head + body)


def test_every_kind_of_block_is_read():
    sample = read_lesson("sample", 1, WHOLE)
    assert (sample.title, sample.summary) == ("A title", "What it is about.")
    kinds = [type(block) for block in sample.blocks]
    assert kinds == [Paragraph, Heading, Items, Items, Code, Shown, Asked, Asked]
    assert sample.blocks[0].spans[1] == Span("strong", "strong")
    assert Span("code 7", "code") in sample.blocks[0].spans
    assert Span("a link", "link", "lesson:minimax") in sample.blocks[0].spans
    assert sample.blocks[2].items[0] == (Span("one item that goes on"),)
    assert [block.numbered for block in sample.blocks[2:4]] == [False, True]
    assert sample.blocks[4].text == "x = 12\n\ny = x"
    shown = sample.blocks[5]
    assert (shown.algorithm, shown.step, shown.place) == ("minimax", 3, "figure-1")
    worth, order = sample.questions.values()
    assert worth.right == "3"
    assert worth.choices[1].because == "That is the second branch."
    assert [choice.because for choice in order.choices] == ["It is.", "It is, really."]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("figure: two-pli", "line 4: no figure is called 'two-pli'; did you mean two-ply?"),
        ("figure: two-ply colour=red", "line 4: 'colour=red' should be one of algorithm=…"),
        ("figure: two-ply algorithm=guess", "the algorithms are minimax"),
        ("figure: two-ply step=x", "step is a whole number"),
        ("figure: two-ply drawing=boards", "drawing=position"),
        ("Worth {two-ply.worth}.", "line 4: {two-ply.worth} names no fact; there are value, action"),
        ("Worth {two-pli.value}.", "no figure is called 'two-pli'"),
        ("Measured: {measured.nothing}.", "{measured.nothing} names no fact"),
        ("The root is worth 3.", "line 4: the number 3 is written out"),
        ("It reads 7 leaves, or -1.5%.", "the number 7 is written out"),
        ("See [that](lesson:nowhere).", "no lesson is called 'nowhere'"),
        ("See [that](http://example.org).", "a link leads to lesson:NAME or https://…"),
        ("An *open end.", "belongs to no emphasis"),
        ("- one\nnot indented", "should begin with '- '"),
        ("```perl\nx\n```", "code stands between"),
        ("# Another title", "the title is the first line"),
        ("question: x\nask: What?", "choices or one of number"),
        ("question: x\nask: What?\nnumber: {two-ply.value}\nright: Yes.", "has no 'right: …' or no 'wrong: …'"),
        ("question: x\nask: What?\n- [ ] a :: b\n- [ ] c :: d", "one of them '- [x]'"),
        ("question: x\nask: What?\nnumber: 3\nright: y\nwrong: n", "the number 3 is written out"),
        ("question: x\nask: Is it 3?\n- [x] a :: b\n- [ ] c :: d", "the number 3 is written out"),
        ("question: x\nask: What?\n- [x] a :: It is 3.\n- [ ] c :: d", "the number 3 is written out"),
        ("question: x y\nask: What?\n- [x] a :: b\n- [ ] c :: d", "small letters"),
        ("question: x\nask: What?\nsay: a", "is no part of a question"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(body, said):
    with pytest.raises(ZermeloError) as refused:
        read(body)
    assert str(refused.value).startswith("lesson sample")
    assert said in str(refused.value)


def test_two_questions_of_one_name_are_refused():
    one = "question: x\nask: What?\n- [x] a :: b\n- [ ] c :: d\n\n"
    with pytest.raises(ZermeloError, match="two questions are called x"):
        read(one + one)


def test_a_lesson_needs_a_title_and_a_summary():
    with pytest.raises(ZermeloError, match="has no title"):
        read("Text.", head="")
    with pytest.raises(ZermeloError, match="summary"):
        read("", head="# A title\n\n")


def test_years_and_names_of_programs_may_have_numbers():
    assert isinstance(read("In 1977 Chess 4.5 won; UCB1 and a1 are names.").blocks[0], Paragraph)


def test_a_lesson_is_found_by_name_and_by_number():
    names = lesson_names()
    assert lesson("3").name == names[2]
    with pytest.raises(ZermeloError, match="did you mean minimax"):
        lesson("minimx")
    with pytest.raises(ZermeloError, match="lists all 13"):
        lesson("99")
