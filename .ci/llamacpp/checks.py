#!/usr/bin/env python3
"""Claims about the proxy in front of a real llama.cpp server.

usage: checks.py PROXY-URL SERVER-URL LAUNCHER [TEMPLATE=URL…]

The server at SERVER-URL is behind the proxy's backend `parsed`; the others are listed in `.ci/llama`. What the model
says is known: the words of `tiny_model.py`, or what a grammar forces. What reached the prompt is proven by the server:
`/apply-template` renders a conversation, `/tokenize` counts it, and the usage of the proxied answer must agree.
"""

import hashlib
import json
import subprocess
import sys
import tempfile
import time
import traceback

from talk import (CHAT, MESSAGES, PATHS, RESPONSES, Assistant, Refused, Result, User, ask, get_json, post_json, request,
                  start)

PROXY, SERVER, LAUNCHER = sys.argv[1:4]
TEMPLATES = dict(argument.split("=", 1) for argument in sys.argv[4:])
DIALECTS = (CHAT, MESSAGES, RESPONSES)
LEARNT = Assistant("Learnt by heart: look outside.", "I will look.", [("", "get_weather", {"city": "Oslo"})])
FORCED = Assistant('Größe zuerst: "3 < 5"? 思考', "Ja,\n  so\tist es: \\o/ <b>.")
FACT = "The first word decides, so the second is free."
QUESTION = User("Wie ist das Wetter?")
CLAIMS = []


def claim(name, *arguments):
    """Registers a function as a claim; with arguments, one claim for each set of them."""
    def register(function):
        for values in arguments or [()]:
            CLAIMS.append((name.format(*values), function, values))
        return function
    return register


def each(*axes):
    """All combinations."""
    rows = [()]
    for axis in axes:
        rows = [row + (value,) for row in rows for value in axis]
    return rows


def backend(name):
    return f"{PROXY}/proxy/{name}"


def same(found, expected, what):
    assert found == expected, f"{what}: expected {expected!r}, found {found!r}"


def without_ids(said):
    return Assistant(said.reasoning, said.text, [("", name, arguments) for _, name, arguments in said.calls])


def grammar(said):
    return "root ::= " + json.dumps(f"{said.reasoning}</think>{said.text}", ensure_ascii=False)


def prompt_tokens(turns, **more):
    """The size of the prompt that the server's own template makes of a conversation."""
    prompt = post_json(SERVER + "/apply-template", request(CHAT, turns, **more))["prompt"]
    return len(post_json(SERVER + "/tokenize", {"content": prompt, "parse_special": True})["tokens"])


def preservation(answer):
    return answer.headers.get("x-throughline-preservation", "").split(";")[0]


def loop(reasoning):
    """A tool loop under way, with this reasoning in it."""
    return [QUESTION, Assistant(reasoning, "I will look.", [("call_1", "get_weather", {"city": "Oslo"})]),
            Result("call_1", "rain")]


STREAM = {False: "whole", True: "streamed"}
WAYS = (False, True)


# --- the server itself: what the claims below rest on


@claim("llama.cpp renders earlier reasoning as GLM-4.7 does")
def renders():
    prompt = post_json(SERVER + "/apply-template", request(CHAT, loop(FACT)))["prompt"]
    same(prompt, f"[gMASK]<sop><|user|>{QUESTION.text}<|assistant|><think>{FACT}</think>I will look."
         "<tool_call>get_weather<arg_key>city</arg_key><arg_value>Oslo</arg_value></tool_call>"
         "<|observation|><tool_response>rain</tool_response><|assistant|><think>", "the prompt")


@claim("llama.cpp itself answers in {0}", *each(DIALECTS))
def answers(dialect):
    same(without_ids(ask(SERVER, dialect, [QUESTION], tools=True).said), LEARNT, "the answer")


# --- answers


@claim("forced reasoning and text, backend {0}, streamed {1}", *each(("parsed", "inline", "raw"), WAYS))
def forced(name, stream):
    answer = ask(backend(name), CHAT, [QUESTION], stream, grammar=grammar(FORCED))
    same(answer.said, FORCED, "the answer")
    same(answer.finish, "stop", "finish reason")


@claim("a tool call, client {0}, backend {1}, streamed {2}",
       *each(DIALECTS, ("parsed", "inline", "raw", "anthropic", "responses"), WAYS))
def calls(dialect, name, stream):
    answer = ask(backend(name), dialect, [QUESTION], stream, tools=True)
    same(without_ids(answer.said), LEARNT, "the answer")
    same(answer.finish, "tool_calls", "finish reason")
    assert answer.said.calls[0][0], "expected a call id, found none"


@claim("the server's own fields survive")
def unknown_fields():
    body = ask(backend("parsed"), CHAT, [QUESTION]).body
    for name in ("timings", "system_fingerprint"):
        assert name in body, f"expected {name} in the answer, found {sorted(body)}"


# --- histories


@claim("earlier reasoning reaches the prompt, client {0}, backend {1}",
       *each(DIALECTS, ("parsed", "raw", "anthropic", "responses")))
def reasoning_reaches_prompt(dialect, name):
    kept, dropped = (ask(backend(name), dialect, loop(reasoning), tools=True).prompt_tokens for reasoning in (FACT, ""))
    expected = prompt_tokens(loop(FACT), tools=True) - prompt_tokens(loop(""), tools=True)
    same(kept - dropped, expected, "prompt tokens of the reasoning")


@claim("a chat prompt is the one that the conversation makes")
def whole_prompt():
    turns = loop(FACT) + [Assistant("More.", "It rains."), User("Danke")]
    answer = ask(backend("parsed"), CHAT, turns, tools=True)
    same(answer.prompt_tokens, prompt_tokens(turns, tools=True), "prompt tokens")


@claim("history=repair puts back reasoning by the call's id, client {0}, streamed {1}", *each(DIALECTS, WAYS))
def repairs_by_call(dialect, stream):
    first = ask(backend("repair"), dialect, [QUESTION], stream, tools=True).said
    id = first.calls[0][0]
    full = [QUESTION, first, Result(id, "rain")]
    bare = [QUESTION, Assistant("", first.text, first.calls), Result(id, "rain")]
    answer = ask(backend("repair"), dialect, bare, stream, tools=True)
    same(answer.prompt_tokens, prompt_tokens(full, tools=True), "prompt tokens")
    same(preservation(answer), "missing", "x-throughline-preservation")


@claim("history=repair puts back reasoning by the text")
def repairs_by_text():
    first = ask(backend("repair"), CHAT, [QUESTION], grammar=grammar(FORCED)).said
    answer = ask(backend("repair"), CHAT, [QUESTION, Assistant("", first.text), User("Und?")])
    same(answer.prompt_tokens, prompt_tokens([QUESTION, first, User("Und?")]), "prompt tokens")


@claim("reasoning that came back is judged exact, client {0}", *each(DIALECTS))
def judged(dialect):
    first = ask(backend("parsed"), dialect, [QUESTION], tools=True).said
    second = ask(backend("parsed"), dialect, [QUESTION, first, Result(first.calls[0][0], "rain")], tools=True)
    same(preservation(second), "exact", "x-throughline-preservation")


@claim("chat-template-kwargs are a default")
def default_kwargs():
    turns = [QUESTION, Assistant(FACT, "Rain."), User("Und?")]
    cleared, kept = prompt_tokens([QUESTION, Assistant("", "Rain."), User("Und?")]), prompt_tokens(turns)
    same(ask(backend("forgetful"), CHAT, turns).prompt_tokens, cleared, "prompt tokens by default")
    asked = {"chat_template_kwargs": {"clear_thinking": False}}
    same(ask(backend("forgetful"), CHAT, turns, **asked).prompt_tokens, kept, "prompt tokens as the client asks")


@claim("count_tokens is the server's own")
def counts():
    body = request(MESSAGES, loop(FACT), tools=True)
    path = PATHS[MESSAGES] + "/count_tokens"
    same(post_json(backend("anthropic") + path, body)["input_tokens"], post_json(SERVER + path, body)["input_tokens"],
         "input_tokens")


# --- ends


def busy_slots():
    return [slot for slot in get_json(SERVER + "/slots") if slot["is_processing"]]


def await_slots(count, seconds):
    """Waits until so many slots are busy, and returns them."""
    until = time.monotonic() + seconds
    while len(busy := busy_slots()) != count:
        assert time.monotonic() < until, f"expected {count} busy slots within {seconds} s, found {len(busy)}"
        time.sleep(0.02)
    return busy


@claim("the server stops when the client leaves before the answer, client {0}, backend {1}",
       *each(DIALECTS, ("parsed",)), (MESSAGES, "anthropic"), (RESPONSES, "responses"))
def stops_reading(dialect, name):
    await_slots(0, 5)
    # Reading a prompt of this size takes the server seconds. Each is another one, or its cache would shorten it.
    text = (f"{dialect} {name} " * 1000)[:15000]
    connection = start(backend(name) + PATHS[dialect], request(dialect, [User(text)], stream=True))
    slot = await_slots(1, 10)[0]["id"]
    connection.close()
    # llama.cpp 0.7.0 looks for its client after a second without news on its queue, and /slots is news.
    time.sleep(2.5)
    same(busy_slots(), [], "busy slots")
    read = get_json(SERVER + "/slots")[slot]["n_prompt_tokens"]
    assert read < len(text), f"expected less than {len(text)} tokens of the prompt read, found {read}"


@claim("the server stops when the client leaves during the answer")
def stops_writing():
    await_slots(0, 5)
    body = request(CHAT, [QUESTION], stream=True, grammar="root ::= [a-z] root")
    connection = start(backend("parsed") + PATHS[CHAT], {**body, "max_tokens": 15000})
    response = connection.getresponse()
    for _ in range(40):
        response.readline()
    same(len(busy_slots()), 1, "busy slots during the answer")
    response.close()
    connection.close()
    await_slots(0, 2)


@claim("a request that the server refuses, client {0}, backend {1}",
       *each(DIALECTS, ("parsed", "anthropic", "responses")))
def refused(dialect, name):
    for stream in WAYS:
        try:
            ask(backend(name), dialect, [User("zu lang " * 4000)], stream)
        except Refused as refusal:
            # A streamed Responses request gets an event, as its clients expect.
            expected = "context_length_exceeded" if stream and dialect == RESPONSES else 400
            same(refusal.status, expected, "status")
            error = json.loads(refusal.body)
            assert error["error"]["message"], f"expected a message, found {error}"
            assert dialect != MESSAGES or error["type"] == "error", f"expected type error, found {error}"
        else:
            raise AssertionError("expected a refusal, found an answer")


@claim("check backend says that earlier reasoning reaches the prompt, and the matrix keeps it")
def check_backend():
    done = subprocess.run([LAUNCHER, "check", "backend", "--url", SERVER, "--server", PROXY, "--json"],
                          capture_output=True, text=True, timeout=300)
    print(done.stdout)
    same(done.returncode, 0, "exit code")
    props = get_json(SERVER + "/props")
    template = hashlib.sha256(props["chat_template"].encode()).hexdigest()
    version = props["build_info"].split("-")[0]
    report = json.loads(done.stdout)
    same(report["backend"], {"name": "llama.cpp", "version": version}, "the product")
    same(report["template"], template, "the template's fingerprint")
    cells = get_json(f"{PROXY}/api/v1/matrix?backend=llama.cpp&backendVersion={version}&template={template}")["cells"]
    same(sorted(cell["dialectOut"] for cell in cells), ["anthropic", "openai-chat", "responses"], "dialects of cells")
    same({cell["origin"] for cell in cells}, {"HERE"}, "where they were measured")
    same({cell["status"] for cell in cells if cell["dialectOut"] == "openai-chat"}, {"PRESERVED"}, "the chat cell")
    badge = get_json(f"{PROXY}/badge/llama.cpp/THINK.json?version={version}&dialect=openai-chat")
    same(badge["message"], "preserved", "the badge")


# What `check backend` says of a template of this folder: its exit code, the finding, its outcomes of reasoning.
LOSSES = {"chatml": (1, "HISTORY_DROPPED", {"MISSING"}), "keep-last": (1, "KEPT_LAST_ONLY", {"PARTIAL"}),
          "collapse": (1, "WHITE_SPACE_COLLAPSED", {"MODIFIED", "TRIMMED"}),
          "glm": (0, "WHITE_SPACE_TRIMMED", {"TRIMMED"})}


@claim("check backend names what the template {0} loses, and that it is the template", *each(LOSSES))
def check_template(template):
    url = SERVER if template == "glm" else TEMPLATES[template]
    done = subprocess.run([LAUNCHER, "check", "backend", "--url", url, "--dialect", "openai-chat", "--no-record",
                           "--json"], capture_output=True, text=True, timeout=300)
    code, kind, outcomes = LOSSES[template]
    same(done.returncode, code, "exit code")
    report = json.loads(done.stdout)
    same(set(report["capabilities"]["THINK"]["outcomes"]), outcomes, "the outcomes of reasoning")
    if template == "chatml":
        same(report["capabilities"]["THINK"]["status"], "BROKEN", "THINK")
        same(report["verdict"], "FAIL", "the verdict")
    details = [finding["detail"] for finding in report["findings"] if finding["kind"] == kind]
    same(len(details), 1, f"findings {kind}")
    assert "the chat template d" in details[0], f"expected that the chat template does it, found {details[0]}"


DONE = [QUESTION, Assistant("Outside it is.", "It rains: \\o/ <b> 漢字."), User("Und morgen?")]
RENDERED = {"a question": ([QUESTION], {}), "tools": ([QUESTION], {"tools": True}),
            "a tool loop": (loop("Think: look 思考."), {"tools": True}),
            # llama.cpp itself sets clear_thinking to false where it is absent.
            "reasoning cleared": (DONE, {"chat_template_kwargs": {"clear_thinking": True}}),
            "reasoning kept": (DONE, {"chat_template_kwargs": {"clear_thinking": False}}),
            "thinking off": (DONE, {"chat_template_kwargs": {"clear_thinking": True, "enable_thinking": False}})}


@claim("our prompt is the server's, byte for byte, and so are its tokens: {0}, template {1}",
       *each(RENDERED, ("of the server", "glm-4.7")))
def rendered(name, template):
    turns, more = RENDERED[name]
    body = request(CHAT, turns, **more)
    prompt = post_json(SERVER + "/apply-template", body)["prompt"]
    context = {"messages": body["messages"], "add_generation_prompt": True, **body.get("chat_template_kwargs", {})}
    if "tools" in body:
        context["tools"] = body["tools"]
    chosen = get_json(SERVER + "/props")["chat_template"] if template == "of the server" else {"name": template}
    ours = post_json(PROXY + "/api/v1/render", {"template": chosen, "context": context, "parseArguments": True,
                                                "tokenizer": {"name": "tiny"}})
    same(ours["text"], prompt, "the prompt")
    tokens = post_json(SERVER + "/tokenize", {"content": prompt, "parse_special": True})["tokens"]
    same(ours["tokens"]["ids"], tokens, "the tokens")


@claim("render --template URL finds our prompt and tokens equal to the server's: {0}", *each(RENDERED))
def rendered_by_command(name):
    turns, more = RENDERED[name]
    body = request(CHAT, turns, **more)
    # What the server itself sets where a request does not.
    body.setdefault("chat_template_kwargs", {"clear_thinking": False})
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(body, file)
        file.flush()
        done = subprocess.run([LAUNCHER, "render", file.name, "--template", SERVER], capture_output=True, text=True,
                              timeout=120)
    same(done.returncode, 0, "exit code of " + done.stderr)
    assert "and so are the token ids" in done.stderr, f"expected the ids to be compared, found {done.stderr}"
    same(done.stdout, post_json(SERVER + "/apply-template", body)["prompt"], "the prompt")


def main():
    failed = 0
    for name, function, values in CLAIMS:
        began = time.monotonic()
        try:
            function(*values)
            print(f"PASS {name} ({(time.monotonic() - began) * 1000:.0f} ms)")
        except Exception as failure:
            failed += 1
            where = traceback.extract_tb(failure.__traceback__)[-1]
            print(f"FAIL {name}\n     {type(failure).__name__} at {where.name}:{where.lineno}: {failure}")
    print(f"\n{len(CLAIMS) - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
