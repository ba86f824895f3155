from inspect_ai.util import sandbox
from .boxes import sandbox as pen


async def go(given, late=sandbox()):
    box = given or sandbox()
    eval(await box.read_file("a"))
    eval(await late.read_file("a"))
    (one, [two, three]), four = (sandbox(), (sandbox("b"), given)), sandbox("c")
    eval(await one.read_file("a"))
    eval(await two.read_file("a"))
    eval(await three.read_file("a"))
    eval(await four.read_file("a"))
    eval(await (await sandbox()).read_file("a"))
    eval((await (den := sandbox()).exec(["a"])).stdout)
    eval(await den.read_file("a"))
    eval(await (given or sandbox()).read_file("a"))
    eval(await pen().read_file("a"))
    for each in [sandbox()]:
        eval(await each.read_file("a"))
    first, *rest = sandbox(), sandbox()
    eval(await first.read_file("a"))
    eval(await rest.read_file("a"))
    takes(sandbox())
    f = lambda pen: pen().read_file("a")
    eval(f(1))
    table["k"] = sandbox()
    eval(await table["k"].read_file("a"))


async def takes(box):
    eval(await box.read_file("a"))
