import os
import sys

if sys.platform == "linux":
    import fakeos as os
    import subprocess
    from pickle import loads
    os.system("a")
    subprocess.run("a", shell=True)

    def within(state):
        os.system(state.output)
        loads(state.output)

for attempt in range(3):
    import dill
while not sys.argv:
    import marshal
with open("f") as handle:
    import cloudpickle
match sys.argv:
    case []:
        import runpy
    case [_]:
        from joblib import load


def elsewhere(state):
    os.system(state.output)
    subprocess.run(state.output, shell=True)
    loads(state.output)
    dill.loads(state.output)
    marshal.loads(state.output)
    cloudpickle.loads(state.output)
    runpy.run_path(state.output)
    load(state.output)
