#!/usr/bin/env python3
"""Writes a model small enough to be made on the spot: it knows one answer by heart and nothing else.

usage: tiny_model.py TEMPLATE.jinja OUT.gguf

Its vocabulary is the 256 bytes, the special tokens of GLM, and the words of the answer. Attention and feed-forward
layers are zero, so the next token depends on the last one only, and the tables say which: after `<think>` the words of
ANSWER follow one another. What a request forces by a grammar comes out as the grammar says. Real is the server around
it: its rendering of the prompt, its parsers, its wire formats.

Layout of the file: GGUF version 3, little endian, alignment 32, `llama` architecture, 32-bit floats.
"""

import array
import random
import struct
import sys

WIDTH, HEADS, CONTEXT = 64, 4, 65536
U32, I32, F32, BOOL, STRING, ARRAY = 4, 5, 6, 7, 8, 9
NORMAL, CONTROL, USER_DEFINED = 1, 3, 4

ROLES = ["<|endoftext|>", "[gMASK]", "<sop>", "<|system|>", "<|user|>", "<|assistant|>", "<|observation|>"]
MARKERS = ["<think>", "</think>", "<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>",
           "<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>", "/nothink"]
# Each piece occurs once, since each has one successor. `Ġ` is how the vocabulary writes a space.
ANSWER = ["<think>", "Learnt", "Ġby", "Ġheart:", "Ġlook", "Ġoutside.", "</think>", "I", "Ġwill", "Ġlook.",
          "<tool_call>", "get_weather", "<arg_key>", "city", "</arg_key>", "<arg_value>", "Oslo", "</arg_value>",
          "</tool_call>", "<|observation|>"]


def byte_letters():
    """The 256 bytes as the letters that a byte-level vocabulary writes for them."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = iter(range(256, 512))
    return [chr(b) if b in printable else chr(next(others)) for b in range(256)]


def vocabulary():
    words = [piece for piece in ANSWER if piece not in MARKERS and piece not in ROLES and len(piece) > 1]
    tokens = byte_letters() + ROLES + MARKERS + words
    kinds = [NORMAL] * 256 + [CONTROL] * len(ROLES) + [USER_DEFINED] * len(MARKERS) + [NORMAL] * len(words)
    return tokens, kinds


def tables(tokens):
    """The embedding and the output table: a token's output row is the sum of the embeddings that it follows."""
    draw = random.Random(7)
    embedding = [[draw.choice((-1.0, 1.0)) for _ in range(WIDTH)] for _ in tokens]
    output = [[0.0] * WIDTH for _ in tokens]
    for before, after in zip(ANSWER, ANSWER[1:]):
        row = embedding[tokens.index(before)]
        output[tokens.index(after)] = [a + b for a, b in zip(output[tokens.index(after)], row)]
    return embedding, output


def text(value):
    data = value.encode()
    return struct.pack("<Q", len(data)) + data


def one(kind, value):
    if kind == STRING:
        return text(value)
    return struct.pack({U32: "<I", I32: "<i", F32: "<f", BOOL: "<?"}[kind], value)


def entry(key, kind, value):
    return text(key) + struct.pack("<I", kind) + one(kind, value)


def entries(key, kind, values):
    head = text(key) + struct.pack("<IIQ", ARRAY, kind, len(values))
    return head + b"".join(one(kind, value) for value in values)


def metadata(tokens, kinds, template):
    end = tokens.index("<|endoftext|>")
    return [
        entry("general.architecture", STRING, "llama"),
        entry("general.name", STRING, "glm-4.7-by-heart"),
        entry("llama.context_length", U32, CONTEXT),
        entry("llama.embedding_length", U32, WIDTH),
        entry("llama.block_count", U32, 1),
        entry("llama.feed_forward_length", U32, WIDTH),
        entry("llama.attention.head_count", U32, HEADS),
        entry("llama.attention.head_count_kv", U32, HEADS),
        entry("llama.attention.layer_norm_rms_epsilon", F32, 1e-5),
        entry("llama.rope.dimension_count", U32, WIDTH // HEADS),
        entry("llama.vocab_size", U32, len(tokens)),
        entry("tokenizer.ggml.model", STRING, "gpt2"),
        entry("tokenizer.ggml.pre", STRING, "glm4"),
        entries("tokenizer.ggml.tokens", STRING, tokens),
        entries("tokenizer.ggml.token_type", I32, kinds),
        entries("tokenizer.ggml.merges", STRING, ["z z"]),
        entry("tokenizer.ggml.bos_token_id", U32, end),
        entry("tokenizer.ggml.eos_token_id", U32, end),
        entry("tokenizer.ggml.eot_token_id", U32, tokens.index("<|user|>")),
        entry("tokenizer.ggml.eom_token_id", U32, tokens.index("<|observation|>")),
        entry("tokenizer.ggml.add_bos_token", BOOL, False),
        entry("tokenizer.chat_template", STRING, template),
    ]


def tensors(tokens):
    """Name and rows of every tensor."""
    embedding, output = tables(tokens)
    zeros, ones = [[0.0] * WIDTH] * WIDTH, [[1.0] * WIDTH]
    yield "token_embd.weight", embedding
    yield "output_norm.weight", ones
    yield "output.weight", output
    for name in ("attn_norm", "ffn_norm"):
        yield f"blk.0.{name}.weight", ones
    for name in ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"):
        yield f"blk.0.{name}.weight", zeros


def padding(length):
    return b"\0" * (-length % 32)


def main(template_path, out_path):
    tokens, kinds = vocabulary()
    with open(template_path, encoding="utf-8") as file:
        settings = metadata(tokens, kinds, file.read())
    places, content = [], b""
    for name, rows in tensors(tokens):
        shape = (len(rows[0]),) if len(rows) == 1 else (len(rows[0]), len(rows))
        places.append(text(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, 0, len(content)))
        values = array.array("f", (value for row in rows for value in row)).tobytes()
        content += values + padding(len(values))
    head = b"GGUF" + struct.pack("<IQQ", 3, len(places), len(settings)) + b"".join(settings) + b"".join(places)
    with open(out_path, "wb") as file:
        file.write(head + padding(len(head)) + content)


if __name__ == "__main__":
    main(*sys.argv[1:])
