def go(state, plain):
    for a, *b in zip(plain, state.messages):
        eval(a)
        eval(b)
    with plain as (c, [d, *e]), state.output as f.g["k"]:
        eval(e)
        eval(f.g)
        eval(f)
    def inner(x=(h := state.output)):
        eval(x)
    eval(h)
    plain[i := state.output] = 1
    eval(i)
    eval(plain)
    match plain:
        case [1, j] if (k := state.output):
            eval(j)
            eval(k)
        case _:
            pass
    *l, m = n = state.output
    eval(l)
    eval(m)
    eval(n)
    o: str = (p := state.output)
    eval(o)
    eval(p)
    async def later():
        return [q async for q in state.messages if (r := q)]
    eval(r)
    while s := state.messages.pop():
        eval(s)
    assert (u := state.output), plain
    eval(u)
    raise ValueError(v := state.output) from (w := plain)
    eval(v)
    eval(w)
    del state.output[y := state.output]
    eval(y)
