# Two user turns with a tool loop through LiteLLM's SDK. The message that a call returns is appended as it is and given
# again. The prefix of the model names the adapter.
import json
import os
import subprocess

import litellm

DIALECT, VARIANT = os.environ['DIALECT'], os.environ.get('VARIANT', '')
PREFIX = os.environ['PREFIX']
MOST_STEPS = 50

settings = {
    'model': PREFIX + '/' + os.environ['MODEL'],
    'api_base': os.environ['BASE_URL'],
    'api_key': os.environ['API_KEY'],
    'num_retries': 0,
}
about = {
    'name': 'bash',
    'description': 'Runs a shell command and gives back what it printed.',
    'parameters': {
        'type': 'object',
        'properties': {'command': {'type': 'string', 'description': 'The command to run'}},
        'required': ['command'],
    },
}
if DIALECT == 'anthropic':
    thinking = {'type': 'enabled', 'budget_tokens': 2048}
    settings.update(max_tokens=8192, thinking=thinking, allowed_openai_params=['thinking'])


def bash(arguments):
    command = json.loads(arguments)['command']
    return subprocess.run(['/bin/sh', '-c', command], capture_output=True, text=True).stdout


def completion(messages):
    body = {**settings, 'messages': messages, 'tools': [{'type': 'function', 'function': about}]}
    if VARIANT.endswith('stream'):
        return litellm.stream_chunk_builder(list(litellm.completion(**body, stream=True)), messages=messages)
    return litellm.completion(**body)


def chat_turn(messages):
    for _ in range(MOST_STEPS):
        message = completion(messages).choices[0].message
        messages.append(message)
        if not message.tool_calls:
            return
        for call in message.tool_calls:
            result = bash(call.function.arguments)
            messages.append({'role': 'tool', 'tool_call_id': call.id, 'content': result})


def responses_turn(history):
    for _ in range(MOST_STEPS):
        answer = litellm.responses(**settings, input=history, tools=[{'type': 'function', **about}])
        items = [item if isinstance(item, dict) else item.model_dump(exclude_none=True) for item in answer.output]
        history.extend(items)
        calls = [item for item in items if item['type'] == 'function_call']
        if not calls:
            return
        for call in calls:
            result = bash(call['arguments'])
            history.append({'type': 'function_call_output', 'call_id': call['call_id'], 'output': result})


history = []
for prompt in (os.environ['PROMPT1'], os.environ['PROMPT2']):
    history.append({'role': 'user', 'content': prompt})
    (responses_turn if DIALECT == 'responses' else chat_turn)(history)
print('done')
