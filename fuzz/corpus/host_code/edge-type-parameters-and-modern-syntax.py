import os


def one[T](x: T, state) -> T:
    with (open(state.output) as f, open("b") as g,):
        eval(f)
        eval(g)
    try:
        os.system(state.output)
    except* OSError as group:
        eval(group)
    table[i := state.output]
    eval(i)
    eval(f"{f"{state.output}"}")
    eval(f'{x!s:{state.output}}')
    print(*(eval(a) for a in state.messages), sep=(s := ""))
    return x


class Box[T, *Ts, **P](list[T]):
    def go(self, state: "State[T]"):
        match (state.output,):
            case (a,) | [a]:
                eval(a)
        type Alias[V] = dict[str, V]
        eval(Alias)


async def gen(state):
    async for x in (y async for y in state.messages):
        yield eval(x)
    return_ = [await z for z in state.messages if eval(z)]
