"""Par: the score and the contracts, against DDS."""

from __future__ import annotations

from zermelo.experts.bridge.double_dummy import par

VULNERABLE = {"none": (False, False), "NS": (True, False), "EW": (False, True), "both": (True, True)}


def rows(digits):
    return tuple(tuple(int(digit, 16) for digit in digits[4 * strain : 4 * strain + 4]) for strain in range(5))


def test_par_of_100_deals_at_each_vulnerability(truth):
    tables = [
        line.split("|")[1]
        for line in truth("bridge/dd_tables_200.txt").read_text().splitlines()
        if not line.startswith("#")
    ]
    for line in truth("bridge/par_100.txt").read_text().splitlines():
        if not line.startswith("#"):
            number, dealer, vulnerable, score, contracts = line.split("|")
            found = par(rows(tables[int(number)]), "NESW".index(dealer), VULNERABLE[vulnerable])
            assert found.score == int(score), line
            assert {str(contract) for contract in found.contracts} == set(contracts.split()), line


def test_a_deal_that_nobody_should_bid():
    assert par(((6,) * 4,) * 5, 0, (False, False)) == par(((6,) * 4,) * 5, 3, (True, True))
    assert par(((6,) * 4,) * 5, 0, (False, False)).score == 0
    assert par(((6,) * 4,) * 5, 0, (False, False)).contracts == ()


def test_where_both_sides_make_the_same_who_speaks_first_scores():
    table = ((6,) * 4,) * 4 + ((7,) * 4,)  # anyone makes one no trump
    assert par(table, 0, (False, False)).score == 90
    assert par(table, 1, (False, False)).score == -90
    assert [str(contract) for contract in par(table, 1, (False, False)).contracts] == ["1N:EW:="]
