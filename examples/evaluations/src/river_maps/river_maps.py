"""Say which way a river runs, from a map that a sandbox draws."""

import networkx
from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import get_model
from inspect_ai.scorer import Score, accuracy, scorer
from inspect_ai.solver import generate
from inspect_ai.util._sandbox.context import sandbox_default  # inspect-evals-lint: ignore[IECQ001] -- no public name
from shapely.geometry import LineString

BASIN = networkx.DiGraph()


def record_to_sample(record: dict) -> Sample:
    line = LineString(record["course"])
    return Sample(
        input=f"A river runs {line.length:.0f} km. Where does it end?",
        target=record["mouth"],
    )


@task
def river_maps(grader) -> Task:
    return Task(dataset=[record_to_sample({})], solver=generate(), scorer=mouth(), sandbox="docker")


@scorer(metrics=[accuracy()])
def mouth():
    async def score(state, target):
        judge = get_model(role="judge")
        answer = eval(state.output.completion)
        verdict = await judge.generate(f"Is {answer} the mouth {target.text}?")
        return Score(value="C" if "yes" in verdict.completion else "I")

    return score
