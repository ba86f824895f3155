def go(state, plain):
    match state.output:
        case "a" as a1:
            eval(a1)
        case [b1, [b2, *b3], *_]:
            eval(b1)
            eval(b2)
            eval(b3)
        case {"k": c1, "l": {"m": c2}, **c3}:
            eval(c1)
            eval(c2)
            eval(c3)
        case Point(d1, y=d2) | Pair(d1, second=d2):
            eval(d1)
            eval(d2)
        case (1 | 2 | e1) as e2:
            eval(e1)
            eval(e2)
        case str(f1) if (f2 := plain):
            eval(f1)
            eval(f2)
        case kinds.RED | -1 | None | 1+2j:
            eval(kinds)
        case g1:
            eval(g1)
    match plain, state.output:
        case h1, h2:
            eval(h1)
            eval(h2)
    match plain:
        case [i1, *i2]:
            eval(i1)
            eval(i2)
        case i3 if state.output:
            eval(i3)
