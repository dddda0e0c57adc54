# Two user turns with a tool loop through the Anthropic library. The history is kept as its documentation says: the
# content that a call returns is appended as it is and sent again. The variants `tool-runner` leave the loop to the
# library; its messages are then its own history.
import os
import subprocess

from anthropic import Anthropic

VARIANT = os.environ.get('VARIANT', '')
MOST_STEPS = 50

client = Anthropic(base_url=os.environ['BASE_URL'], api_key=os.environ['API_KEY'], max_retries=0)
tool = {
    'name': 'bash',
    'description': 'Runs a shell command and gives back what it printed.',
    'input_schema': {
        'type': 'object',
        'properties': {'command': {'type': 'string', 'description': 'The command to run'}},
        'required': ['command'],
    },
}
settings = {
    'model': os.environ['MODEL'],
    'max_tokens': 8192,
    'thinking': {'type': 'enabled', 'budget_tokens': 2048},
}


def run(command):
    return subprocess.run(['/bin/sh', '-c', command], capture_output=True, text=True).stdout


def answer(messages):
    body = {**settings, 'messages': messages, 'tools': [tool]}
    if VARIANT == 'stream':
        with client.messages.stream(**body) as stream:
            return stream.get_final_message()
    return client.messages.create(**body)


def turn(messages):
    for _ in range(MOST_STEPS):
        message = answer(messages)
        messages.append({'role': 'assistant', 'content': message.content})
        calls = [block for block in message.content if block.type == 'tool_use']
        if not calls:
            return
        results = [
            {'type': 'tool_result', 'tool_use_id': call.id, 'content': run(call.input['command'])} for call in calls
        ]
        messages.append({'role': 'user', 'content': results})


def runner_turn(messages):
    from anthropic import beta_tool

    @beta_tool
    def bash(command: str) -> str:
        """Runs a shell command and gives back what it printed.

        Args:
            command: The command to run
        """
        return run(command)

    further = {'thread': False} if VARIANT == 'tool-runner-no-thread' else {}
    runner = client.beta.messages.tool_runner(**settings, messages=list(messages), tools=[bash], **further)
    for message in runner:
        messages.append({'role': 'assistant', 'content': message.content})
        results = runner.generate_tool_call_response()
        if results:
            messages.append(results)


history = []
for prompt in (os.environ['PROMPT1'], os.environ['PROMPT2']):
    history.append({'role': 'user', 'content': prompt})
    (runner_turn if VARIANT.startswith('tool-runner') else turn)(history)
print('done')
