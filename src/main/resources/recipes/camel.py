# Two user turns with a tool loop through the chat agent of CAMEL, which keeps the messages in its memory.
import os
import subprocess

from camel.agents import ChatAgent
from camel.models import ModelFactory
from camel.toolkits import FunctionTool
from camel.types import ModelPlatformType

VARIANT = os.environ.get('VARIANT', '')


class Words:
    """A tokenizer that needs no download."""

    def count_tokens_from_messages(self, messages):
        return sum(len(str(message).split()) for message in messages)

    def encode(self, text):
        return list(range(len(text.split())))

    def decode(self, tokens):
        return ''


def bash(command: str) -> str:
    """Runs a shell command and gives back what it printed.

    Args:
        command (str): The command to run
    """
    return subprocess.run(['/bin/sh', '-c', command], capture_output=True, text=True).stdout


interleaved = VARIANT == 'interleaved'
model = ModelFactory.create(
    model_platform=ModelPlatformType.ZHIPU if interleaved else ModelPlatformType.OPENAI_COMPATIBLE_MODEL,
    model_type=os.environ['MODEL'],
    url=os.environ['BASE_URL'],
    api_key=os.environ['API_KEY'],
    model_config_dict={'interleaved_thinking': True} if interleaved else {'stream': VARIANT == 'stream'},
    token_counter=Words(),
    max_retries=0,
)
agent = ChatAgent('You are a helpful assistant.', model=model, tools=[FunctionTool(bash)])
for prompt in (os.environ['PROMPT1'], os.environ['PROMPT2']):
    answer = agent.step(prompt)
    if VARIANT == 'stream':
        for _ in answer:
            pass
print('done')
