def go(state, plain):
    [eval(a) for a in state.messages]
    {eval(b) for b in state.messages}
    {eval(k): eval(v) for k, v in state.messages}
    list(eval(c) for c in state.messages)
    [eval(d) for d in plain]
    [eval(f) for e in plain for f in e.messages]
    [eval(g) for g in plain if state.output]
    eval([g for g in plain if state.output])
    eval(a)
    h = [i for i in state.messages]
    eval(h)
    j = [1 for i in plain]
    eval(j)
    o = [1 for p in plain]
    eval(o)
    eval([x.text for x in plain][0])
    eval({x: state.output for x in plain})
    [[eval(m) for m in l] for l in state.messages]
    eval(sum(1 for n in state.messages))
