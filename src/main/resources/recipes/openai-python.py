# Two user turns with a tool loop through the OpenAI library. The history is kept as its documentation says: the message
# (or the output items) that a call returns is appended as it is and sent again.
import json
import os
import subprocess

from openai import OpenAI

DIALECT, VARIANT = os.environ['DIALECT'], os.environ.get('VARIANT', '')
MODEL = os.environ['MODEL']
MOST_STEPS = 50

client = OpenAI(base_url=os.environ['BASE_URL'], api_key=os.environ['API_KEY'], max_retries=0)
parameters = {
    'type': 'object',
    'properties': {'command': {'type': 'string', 'description': 'The command to run'}},
    'required': ['command'],
    'additionalProperties': False,
}
about = {
    'name': 'bash',
    'description': 'Runs a shell command and gives back what it printed.',
    'parameters': parameters,
}


def bash(arguments):
    command = json.loads(arguments)['command']
    return subprocess.run(['/bin/sh', '-c', command], capture_output=True, text=True).stdout


def completion(messages):
    body = {'model': MODEL, 'messages': messages, 'tools': [{'type': 'function', 'function': about}]}
    completions = client.chat.completions
    if VARIANT == 'parse':
        body['tools'] = [{'type': 'function', 'function': {**about, 'strict': True}}]
        return (completions if hasattr(completions, 'parse') else client.beta.chat.completions).parse(**body)
    if VARIANT == 'stream':
        streams = completions if hasattr(completions, 'stream') else client.beta.chat.completions
        with streams.stream(**body) as stream:
            return stream.get_final_completion()
    return completions.create(**body)


def chat_turn(messages):
    for _ in range(MOST_STEPS):
        message = completion(messages).choices[0].message
        messages.append(message)
        if not message.tool_calls:
            return
        for call in message.tool_calls:
            result = bash(call.function.arguments)
            messages.append({'role': 'tool', 'tool_call_id': call.id, 'content': result})


def response(history, previous):
    body = {'model': MODEL, 'input': history, 'tools': [{'type': 'function', 'strict': True, **about}]}
    if VARIANT == 'previous-response-id' and previous:
        body['previous_response_id'] = previous
    if VARIANT == 'store-false':
        body.update(store=False, include=['reasoning.encrypted_content'])
    if VARIANT == 'stream':
        with client.responses.stream(**body) as stream:
            return stream.get_final_response()
    return client.responses.create(**body)


previous = None


def responses_turn(history):
    global previous
    for _ in range(MOST_STEPS):
        answer = response(history, previous)
        previous = answer.id
        if VARIANT == 'previous-response-id':
            history.clear()
        else:
            history.extend(answer.output)
        calls = [item for item in answer.output if item.type == 'function_call']
        if not calls:
            return
        for call in calls:
            output = {'type': 'function_call_output', 'call_id': call.call_id, 'output': bash(call.arguments)}
            history.append(output)


history = []
for prompt in (os.environ['PROMPT1'], os.environ['PROMPT2']):
    history.append({'role': 'user', 'content': prompt})
    (responses_turn if DIALECT == 'responses' else chat_turn)(history)
print('done')
