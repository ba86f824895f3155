from inspect_ai import eval
from word_ladder.word_ladder import ladder_scorer, word_ladder


def test_end_to_end():
    (log,) = eval(word_ladder(), model="mockllm/model")
    assert log.status == "success"


def test_scorer():
    assert ladder_scorer()
