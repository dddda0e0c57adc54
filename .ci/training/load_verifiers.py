"""Loads rows of `export-training --shape sampled` as branches of verifiers, with advantages.

usage: load_verifiers.py FILE.jsonl

Rows whose first request was sent several times are one group; the advantage of a row is its reward less the mean of its
group's.
"""

import json
import sys
from collections import defaultdict
from itertools import groupby

from verifiers.v1.graph import MessageNode
from verifiers.v1.trace import Branch
from verifiers.v1.types import AssistantMessage, UserMessage


def reward(row):
    """The sum of the rewards on the path of a row; none is neutral."""
    return sum(each["value"] for each in row["provenance"]["rewards"])


def group(row):
    """The first branch of the same first request stands for all of them."""
    place = row["provenance"]
    return place["run"], min([place["exchange"]] + [each["exchange"] for each in place["siblings"]])


def branch(index, row, advantage):
    """A node for each answer, and one for what came between: texts are not needed where there are ids."""
    nodes = []
    at = 0
    for sampled, span in groupby(row["loss_mask"]):
        end = at + len(list(span))
        logprobs = row["logprobs"][at:end] if sampled else []
        nodes.append(
            MessageNode(
                parent=len(nodes) - 1 if nodes else None,
                message=AssistantMessage(content="") if sampled else UserMessage(content=""),
                sampled=bool(sampled),
                token_ids=row["input_ids"][at:end],
                mask=[bool(sampled)] * (end - at),
                logprobs=logprobs,
                advantages=[advantage] * len(logprobs) if sampled else None,
            )
        )
        at = end
    return Branch(index=index, nodes=nodes)


def load(path):
    with open(path) as file:
        rows = [json.loads(line) for line in file]
    # An answer whose log-probabilities are not known cannot be weighted.
    rows = [row for row in rows if None not in row["logprobs"]]
    groups = defaultdict(list)
    for row in rows:
        groups[group(row)].append(row)
    mean = {key: sum(map(reward, members)) / len(members) for key, members in groups.items()}
    return [(row, branch(index, row, reward(row) - mean[group(row)])) for index, row in enumerate(rows)]


if __name__ == "__main__":
    loaded = load(sys.argv[1])
    for row, made in loaded:
        assert made.token_ids == row["input_ids"]
        assert made.sampled_mask == [bool(each) for each in row["loss_mask"]]
        assert made.logprobs == row["logprobs"]
    learned = sum(sum(made.sampled_mask) for _, made in loaded)
    print(f"verifiers: {len(loaded)} branches, {learned} of {sum(len(made.token_ids) for _, made in loaded)} ids are learned")
