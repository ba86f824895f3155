import typing
from typing import Annotated, Optional, Union
import inspect_ai.model
from inspect_ai.model import ModelOutput
import inspect_ai.model as im


def a(out: ModelOutput):
    eval(out.x)
def b(out: ModelOutput | None):
    eval(out.x)
def c(out: None | ModelOutput = None):
    eval(out.x)
def d(out: Optional[ModelOutput]):
    eval(out.x)
def e(out: Union[str, int, ModelOutput]):
    eval(out.x)
def f(out: "ModelOutput"):
    eval(out.x)
def g(out: "ModelOutput | None"):
    eval(out.x)
def h(out: Optional["ModelOutput"]):
    eval(out.x)
def i(out: im.ModelOutput):
    eval(out.x)
def j(out: "inspect_ai.model.ModelOutput"):
    eval(out.x)
def k(out: typing.Optional[inspect_ai.model.ModelOutput]):
    eval(out.x)
def l(out: Annotated[ModelOutput, "last"]):
    eval(out.x)
def m(out: list[ModelOutput]):
    eval(out[0].x)
def n(out: dict[str, list[ModelOutput]]):
    eval(out["a"][0].x)
def o(out: str | (int | ModelOutput)):
    eval(out.x)
def p(*out: ModelOutput):
    eval(out[0].x)
def q(*, out: ModelOutput):
    eval(out.x)
def r(**out: ModelOutput):
    eval(out["a"].x)
def s(out: ModelOutput, /):
    eval(out.x)
async def t(other, out: "Optional['ModelOutput']" = None):
    eval(out.x)
    eval(other)
def v(out: ModelOutputs):
    eval(out.x)
def w(out: "ModelOutput |"):
    eval(out.x)
def y(out: typing.Callable[[ModelOutput], str]):
    eval(out.x)
def z(out: make(ModelOutput)):
    eval(out.x)
