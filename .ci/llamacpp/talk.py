"""Says one conversation in three dialects, and reads their answers, whole and streamed, into one shape."""

import http.client
import json
import urllib.parse
from dataclasses import dataclass, field

CHAT, MESSAGES, RESPONSES = "chat", "messages", "responses"
PATHS = {CHAT: "/v1/chat/completions", MESSAGES: "/v1/messages", RESPONSES: "/v1/responses"}
MODEL = "glm-4.7"
CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}


@dataclass
class User:
    text: str


@dataclass
class Assistant:
    reasoning: str = ""
    text: str = ""
    calls: list = field(default_factory=list)  # (id, name, arguments)
    proof: str = field(default="", compare=False)  # signature or encrypted content, another one for each answer


@dataclass
class Result:
    call: str
    text: str


@dataclass
class Answer:
    said: Assistant
    finish: str
    prompt_tokens: int
    headers: dict
    body: object


class Refused(Exception):
    def __init__(self, status, body):
        super().__init__(f"HTTP {status}: {body[:400]}")
        self.status, self.body = status, body


# --- requests


def chat_message(turn):
    if isinstance(turn, User):
        return {"role": "user", "content": turn.text}
    if isinstance(turn, Result):
        return {"role": "tool", "tool_call_id": turn.call, "content": turn.text}
    message = {"role": "assistant", "content": turn.text}
    if turn.reasoning:
        message["reasoning_content"] = turn.reasoning
    if turn.calls:
        message["tool_calls"] = [
            {"id": id, "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
            for id, name, arguments in turn.calls]
    return message


def messages_message(turn):
    if isinstance(turn, User):
        return {"role": "user", "content": turn.text}
    if isinstance(turn, Result):
        return {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": turn.call, "content": turn.text}]}
    blocks = [{"type": "thinking", "thinking": turn.reasoning, "signature": turn.proof}] if turn.reasoning else []
    blocks += [{"type": "text", "text": turn.text}] if turn.text else []
    blocks += [{"type": "tool_use", "id": id, "name": name, "input": input} for id, name, input in turn.calls]
    return {"role": "assistant", "content": blocks}


def responses_items(turn):
    if isinstance(turn, User):
        return [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": turn.text}]}]
    if isinstance(turn, Result):
        return [{"type": "function_call_output", "call_id": turn.call, "output": turn.text}]
    items = [{"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": turn.proof,
              "content": [{"type": "reasoning_text", "text": turn.reasoning}]}] if turn.reasoning else []
    items += [{"type": "message", "role": "assistant",
               "content": [{"type": "output_text", "text": turn.text}]}] if turn.text else []
    items += [{"type": "function_call", "call_id": id, "name": name, "arguments": json.dumps(arguments)}
              for id, name, arguments in turn.calls]
    return items


def request(dialect, turns, tools=False, **more):
    limit = {"max_output_tokens" if dialect == RESPONSES else "max_tokens": 200}
    about = "Looks outside."
    if dialect == CHAT:
        said = {"messages": [chat_message(turn) for turn in turns]}
        offered = {"type": "function", "function": {"name": "get_weather", "description": about, "parameters": CITY}}
    elif dialect == MESSAGES:
        said = {"messages": [messages_message(turn) for turn in turns]}
        offered = {"name": "get_weather", "description": about, "input_schema": CITY}
    else:
        said = {"input": [item for turn in turns for item in responses_items(turn)]}
        offered = {"type": "function", "name": "get_weather", "description": about, "parameters": CITY}
    return {"model": MODEL, **limit, **said, **({"tools": [offered]} if tools else {}), **more}


# --- the wire


def target(place):
    """What a request line names: the path with its query."""
    return f"{place.path}?{place.query}" if place.query else place.path


def start(url, body=None):
    """Sends a request, and returns the connection that its answer will come on."""
    place = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(place.hostname, place.port, timeout=60)
    connection.request("GET" if body is None else "POST", target(place), body and json.dumps(body), {
        "content-type": "application/json", "authorization": "Bearer test-key", "x-api-key": "test-key",
        "anthropic-version": "2023-06-01"})
    return connection


def exchange(url, body=None):
    connection = start(url, body)
    response = connection.getresponse()
    data = response.read().decode()
    connection.close()
    if response.status != 200:
        raise Refused(response.status, data)
    return {name.lower(): value for name, value in response.getheaders()}, data


def get_json(url):
    return json.loads(exchange(url)[1])


def post_json(url, body):
    return json.loads(exchange(url, body)[1])


def ask(base, dialect, turns, stream=False, **more):
    body = request(dialect, turns, **more)
    if stream:
        body["stream"] = True
        if dialect == CHAT:
            body["stream_options"] = {"include_usage": True}
    headers, data = exchange(base + PATHS[dialect], body)
    read = {CHAT: read_chat, MESSAGES: read_messages, RESPONSES: read_responses}[dialect]
    value = JOINS[dialect](frames(data)) if stream else json.loads(data)
    said, finish, prompt_tokens = read(value)
    return Answer(said, finish, prompt_tokens, headers, value)


def frames(data):
    """The JSON of every frame. The marker `[DONE]` is kept as it is."""
    for frame in data.replace("\r\n", "\n").split("\n\n"):
        lines = [line[5:].strip() for line in frame.split("\n") if line.startswith("data:")]
        if lines:
            text = "\n".join(lines)
            yield text if text == "[DONE]" else json.loads(text)


# --- streams, joined into the body that would have come whole


def join_chat(events):
    message, whole, calls = {}, {}, {}
    for event in events:
        if event == "[DONE]":
            whole["done"] = True
            continue
        whole["usage"] = event.get("usage") or whole.get("usage")
        for choice in event["choices"]:
            delta = choice["delta"]
            for name in ("content", "reasoning_content"):
                message[name] = message.get(name, "") + (delta.get(name) or "")
            for part in delta.get("tool_calls") or []:
                call = calls.setdefault(part["index"], {"id": "", "function": {"name": "", "arguments": ""}})
                call["id"] += part.get("id") or ""
                for name in ("name", "arguments"):
                    call["function"][name] += part["function"].get(name) or ""
            whole["finish"] = whole.get("finish", []) + [f for f in [choice.get("finish_reason")] if f]
    assert whole.get("done"), "expected [DONE] at the end of the stream, found none"
    assert len(whole["finish"]) == 1, f"expected one finish_reason, found {whole['finish']}"
    message["tool_calls"] = [calls[index] for index in sorted(calls)]
    return {"choices": [{"message": message, "finish_reason": whole["finish"][0]}], "usage": whole["usage"]}


def join_messages(events):
    blocks, whole, usage = {}, {}, {}
    for event in events:
        kind = event["type"]
        if kind == "message_start":
            usage.update(event["message"]["usage"])
        elif kind == "content_block_start":
            blocks[event["index"]] = {**event["content_block"], "json": ""}
        elif kind == "content_block_delta":
            block, delta = blocks[event["index"]], event["delta"]
            for name, where in (("thinking", "thinking"), ("signature", "signature"), ("text", "text"), ("partial_json", "json")):
                if name in delta:
                    block[where] = block.get(where, "") + delta[name]
        elif kind == "message_delta":
            whole["stop_reason"] = event["delta"]["stop_reason"]
            usage.update(event.get("usage") or {})
        elif kind in ("message_stop", "error"):
            whole["end"] = kind
    assert whole.get("end") == "message_stop", f"expected message_stop at the end, found {whole.get('end')}"
    for block in blocks.values():
        if block["type"] == "tool_use":
            block["input"] = json.loads(block["json"] or "{}")
    return {**whole, "content": [blocks[index] for index in sorted(blocks)], "usage": usage}


def join_responses(events):
    events = list(events)
    if events[-1] != "[DONE]" and events[-1]["type"] == "response.failed":
        error = events[-1]["response"]["error"]
        raise Refused(error["code"], json.dumps({"error": error}))
    assert events[-1] == "[DONE]" or events[-1]["type"] == "response.completed", f"unexpected end {events[-1]}"
    deltas = {"reasoning": "", "reasoning_summary": "", "output": ""}
    for event in events:
        kind = event["type"] if event != "[DONE]" else ""
        if kind.endswith("_text.delta"):
            deltas[kind[len("response."):-len("_text.delta")]] += event["delta"]
        elif kind == "response.completed":
            whole = event["response"]
    # The reasoning may come as itself, as its summary, or as both.
    reasoning = deltas["reasoning"] or deltas["reasoning_summary"]
    said = read_responses(whole)[0]
    same = deltas["output"] == said.text and reasoning == said.reasoning
    assert same, f"expected deltas that say what the completed answer says, found {deltas} and {said}"
    return whole


JOINS = {CHAT: join_chat, MESSAGES: join_messages, RESPONSES: join_responses}


# --- whole bodies


def read_chat(body):
    message, finish = body["choices"][0]["message"], body["choices"][0]["finish_reason"]
    calls = [(call["id"], call["function"]["name"], json.loads(call["function"]["arguments"]))
             for call in message.get("tool_calls") or []]
    said = Assistant(message.get("reasoning_content") or "", message.get("content") or "", calls)
    return said, finish, body["usage"]["prompt_tokens"]


def read_messages(body):
    blocks, usage = body["content"], body["usage"]
    said = Assistant(
        "".join(block["thinking"] for block in blocks if block["type"] == "thinking"),
        "".join(block["text"] for block in blocks if block["type"] == "text"),
        [(block["id"], block["name"], block["input"]) for block in blocks if block["type"] == "tool_use"],
        "".join(block.get("signature") or "" for block in blocks if block["type"] == "thinking"))
    finish = {"end_turn": "stop", "tool_use": "tool_calls", "max_tokens": "length"}[body["stop_reason"]]
    return said, finish, usage["input_tokens"] + (usage.get("cache_read_input_tokens") or 0)


def read_responses(body):
    said = Assistant()
    for item in body["output"]:
        if item["type"] == "reasoning":
            said.reasoning += "".join(part["text"] for part in item.get("content") or item.get("summary") or [])
            said.proof += item.get("encrypted_content") or ""
        elif item["type"] == "message":
            said.text += "".join(part["text"] for part in item["content"])
        elif item["type"] == "function_call":
            said.calls.append((item["call_id"], item["name"], json.loads(item["arguments"])))
    finish = "length" if body["status"] == "incomplete" else "tool_calls" if said.calls else "stop"
    return said, finish, body["usage"]["input_tokens"]
