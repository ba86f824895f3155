def starred(a, /, b, *c, d=1, **e):
    eval(a)
    eval(b)
    eval(c)
    eval(d)
    eval(e)


def double(a, /, b, *c, d=1, **e):
    eval(a)
    eval(b)
    eval(c)
    eval(d)
    eval(e)


def extra(a, *rest, **named):
    eval(a)
    eval(rest)
    eval(named)


def extra_kw(a, *rest, **named):
    eval(a)
    eval(rest)
    eval(named["z"])


def too_many(a):
    eval(a)


def unknown(a):
    eval(a)


def clean_star(a, b):
    eval(a)
    eval(b)


def go(state, plain):
    starred(*state.messages)
    double(**state.output.fields)
    extra("x", "y", state.output)
    extra_kw("x", z=state.output)
    too_many("x", state.output)
    unknown("x", b=state.output)
    clean_star(*plain, state.output)
