import os
from os import P_WAIT, spawnl


def go(state, prog):
    m = state.output.completion
    os.spawnv(os.P_WAIT, m, ["a"])
    os.spawnve(os.P_WAIT, m, ["a"], {})
    os.spawnvp(os.P_WAIT, m, ["a"])
    os.spawnvpe(os.P_WAIT, m, ["a"], {})
    os.spawnl(os.P_WAIT, m, "a")
    os.spawnle(os.P_WAIT, m, "a", {})
    os.spawnlp(os.P_WAIT, m, "a")
    os.spawnlpe(os.P_WAIT, m, "a", {})
    spawnl(P_WAIT, m)
    os.spawnv(m, "/bin/ls", ["ls"])
    os.spawnl(os.P_WAIT, "/bin/ls", m)
    os.spawnl(os.P_WAIT, prog, m)
    os.spawnl(os.P_WAIT)
    os.spawnl(*m)
    os.spawnl(os.P_WAIT, *m)
    os.spawnl(*prog, m)
    os.spawnl(os.P_WAIT, "/bin/ls", *m)
