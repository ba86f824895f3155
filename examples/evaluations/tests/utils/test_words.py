from utils.words import is_ladder


def test_ladder():
    assert is_ladder(["cold", "cord", "card", "ward", "warm"], "warm")
