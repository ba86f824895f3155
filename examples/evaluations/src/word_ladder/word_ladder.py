"""Change one word into another, one letter at a time."""

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import CORRECT, INCORRECT, Score, Target, accuracy, scorer
from inspect_ai.solver import TaskState, generate

from utils.words import is_ladder

LADDERS = [("cold-warm", "cold", "warm"), ("head-tail", "head", "tail")]


@scorer(metrics=[accuracy()])
def ladder_scorer():
    async def score(state: TaskState, target: Target) -> Score:
        words = state.output.completion.split()
        return Score(value=CORRECT if is_ladder(words, target.text) else INCORRECT)

    return score


@task
def word_ladder() -> Task:
    samples = [Sample(id=name, input=f"From {start} to {end}?", target=end) for name, start, end in LADDERS]
    return Task(dataset=MemoryDataset(samples), solver=generate(), scorer=ladder_scorer())
