"""Loads rows of `export-training --shape sampled` for supervised training with TRL, and computes a loss.

usage: load_trl.py FILE.jsonl

Only what the model sampled is learned, with the ids that it sampled: all other labels are -100. Rows of rewards below the
threshold are left out: rejection sampling.
"""

import json
import sys

from datasets import Dataset
from transformers import GPT2Config, GPT2LMHeadModel
from trl.trainer.sft_trainer import DataCollatorForLanguageModeling

LEAST_REWARD = 0.0


def reward(row):
    """The sum of the rewards on the path of a row; none is neutral."""
    return sum(each["value"] for each in row["provenance"]["rewards"])


def load(path):
    with open(path) as file:
        rows = [json.loads(line) for line in file]
    rows = [row for row in rows if reward(row) >= LEAST_REWARD]
    return Dataset.from_list(
        [
            {
                "input_ids": row["input_ids"],
                "labels": [id if kept else -100 for id, kept in zip(row["input_ids"], row["loss_mask"])],
            }
            for row in rows
        ]
    )


if __name__ == "__main__":
    dataset = load(sys.argv[1])
    highest = max(max(ids) for ids in dataset["input_ids"])
    longest = max(len(ids) for ids in dataset["input_ids"])
    # In your training: the model that wrote the samples, and its tokenizer.
    config = GPT2Config(vocab_size=highest + 2, n_positions=longest, n_embd=16, n_layer=1, n_head=1)
    model = GPT2LMHeadModel(config)
    collator = DataCollatorForLanguageModeling(pad_token_id=highest + 1)
    batch = collator([dataset[index] for index in range(len(dataset))])
    learned = (batch["labels"] != -100).sum().item()
    expected = sum(id != -100 for ids in dataset["labels"] for id in ids)
    assert learned == expected, f"{learned} ids are learned, {expected} were sampled"
    loss = model(input_ids=batch["input_ids"], labels=batch["labels"]).loss
    loss.backward()
    print(f"trl: {len(dataset)} rows, {learned} of {batch['input_ids'].numel()} ids are learned, loss {loss.item():.3f}")
