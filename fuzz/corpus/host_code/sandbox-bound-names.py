from inspect_ai.util import sandbox


async def one(self, holder):
    sb = sandbox()
    eval(await sb.read_file("a"))
    eval((await sb.exec(["a"])).stderr)
    a = b = sandbox("two")
    eval(await a.read_file("a"))
    eval(await b.read_file("a"))
    self.box = sandbox()
    eval(await self.box.read_file("a"))
    holder.env.box = await sandbox()
    eval(await holder.env.box.read_file("a"))
    c: object = sandbox()
    eval(await c.read_file("a"))
    eval(await later.read_file("a"))
    later = sandbox()
    eval(await sb.write_file("a", "b"))
    eval(await self.sb.read_file("a"))
    eval(await holder.box.read_file("a"))
    eval(await other.read_file("a"))


async def two():
    eval(await sb.read_file("a"))
