"""What the word games share."""


def is_ladder(words: list[str], end: str) -> bool:
    steps = zip(words, words[1:])
    return bool(words) and words[-1] == end and all(distance(a, b) == 1 for a, b in steps)


def distance(a: str, b: str) -> int:
    return sum(x != y for x, y in zip(a, b)) + abs(len(a) - len(b))
