# Two user turns with a tool loop through the agent of Haystack; the messages that it returns are given again.
import os
import subprocess
from typing import Annotated

from haystack.components.agents import Agent
from haystack.dataclasses import ChatMessage
from haystack.tools import tool
from haystack.utils import Secret

DIALECT, VARIANT = os.environ['DIALECT'], os.environ.get('VARIANT', '')
BASE_URL, API_KEY, MODEL = os.environ['BASE_URL'], os.environ['API_KEY'], os.environ['MODEL']


@tool
def bash(command: Annotated[str, 'The command to run']) -> str:
    """Runs a shell command and gives back what it printed."""
    return subprocess.run(['/bin/sh', '-c', command], capture_output=True, text=True).stdout


def generator():
    settings = {'model': MODEL, 'api_key': Secret.from_token(API_KEY), 'max_retries': 0}
    if VARIANT == 'stream':
        settings['streaming_callback'] = lambda chunk: None
    if DIALECT == 'responses':
        from haystack.components.generators.chat import OpenAIResponsesChatGenerator

        return OpenAIResponsesChatGenerator(**settings, api_base_url=BASE_URL)
    from haystack.components.generators.chat import OpenAIChatGenerator

    return OpenAIChatGenerator(**settings, api_base_url=BASE_URL)


agent = Agent(chat_generator=generator(), tools=[bash])
history = []
for prompt in (os.environ['PROMPT1'], os.environ['PROMPT2']):
    history = agent.run(messages=[*history, ChatMessage.from_user(prompt)])['messages']
print('done')
