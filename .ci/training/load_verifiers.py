"""Loads rows of `export-training --shape sampled` as the steps of verifiers, with advantages within a group.

usage: load_verifiers.py FILE.jsonl

Rows whose first request was sent several times are one group; the advantage of a row is its reward less the mean of its
group's.
"""

import json
import sys
from collections import defaultdict

from pydantic import TypeAdapter
from verifiers.types import TrajectoryStepTokens


def reward(row):
    """The sum of the rewards on the path of a row; none is neutral."""
    return sum(each["value"] for each in row["provenance"]["rewards"])


def group(row):
    """The first branch of the same first request stands for all of them."""
    place = row["provenance"]
    return place["run"], min([place["exchange"]] + [each["exchange"] for each in place["siblings"]])


def tokens(row):
    at = row["prompt_length"]
    return TrajectoryStepTokens(
        prompt_ids=row["input_ids"][:at],
        prompt_mask=row["loss_mask"][:at],
        completion_ids=row["input_ids"][at:],
        completion_mask=row["loss_mask"][at:],
        # An answer whose log-probabilities are not known cannot be weighted: leave such rows out of such training.
        completion_logprobs=row["logprobs"][at:],
        overlong_prompt=False,
        is_truncated=row["provenance"]["finish"] == "length",
        routed_experts=None,
    )


def load(path):
    with open(path) as file:
        rows = [json.loads(line) for line in file]
    groups = defaultdict(list)
    for row in rows:
        groups[group(row)].append(row)
    for members in groups.values():
        mean = sum(map(reward, members)) / len(members)
        for row in members:
            yield tokens(row), reward(row), reward(row) - mean


if __name__ == "__main__":
    adapter = TypeAdapter(TrajectoryStepTokens)
    loaded = list(load(sys.argv[1]))
    for step, _, _ in loaded:
        adapter.validate_python(step)
        assert not any(step["prompt_mask"]), "an id of a prompt would be learned"
        assert len(step["completion_ids"]) == len(step["completion_mask"]) == len(step["completion_logprobs"])
    learned = sum(sum(step["completion_mask"]) for step, _, _ in loaded)
    print(f"verifiers: {len(loaded)} steps, {learned} ids are learned, advantages {[round(a, 3) for _, _, a in loaded]}")
