from inspect_ai.util import sandbox


def last(state):
    return state.output.completion


async def read():
    text = await sandbox().read_file("a")
    if not text:
        return ""
    return text.strip()


def constant(x):
    return "1"


def identity(x):
    return x


def second(state):
    return last(state)


def inner_return(state):
    def nested():
        return state.output
    return "1"


def yields(state):
    yield state.output


def nothing(state):
    x = state.output


lam = lambda state: state.output


class Reader:
    def text(self):
        return self.model.generate("x")

    @classmethod
    def shared(cls):
        return cls.log.completion

    @staticmethod
    def fixed():
        return run.messages

    @property
    def prop(self):
        return self.log.completion

    async def go(self, other):
        eval(await self.text())
        eval(self.shared())
        eval(self.fixed())
        eval(self.prop)
        eval(other.text())


async def go(s):
    eval(last(s))
    x = await read()
    eval(x)
    eval(constant(s))
    eval(identity(s))
    eval(identity(s.messages))
    eval(constant(s.messages))
    eval(second(s))
    eval(inner_return(s))
    eval(yields(s))
    eval(nothing(s))
    eval(lam(s))
    eval([last(s)])
    for line in last(s):
        eval(line)

    def local():
        return s.messages
    eval(local())
    eval(local)
