# Two user turns with a tool loop through the assistant agent of AutoGen, which keeps the messages in its context.
import asyncio
import os
import subprocess

from autogen_agentchat.agents import AssistantAgent
from autogen_ext.models.openai import OpenAIChatCompletionClient

VARIANT = os.environ.get('VARIANT', '')


async def bash(command: str) -> str:
    """Runs a shell command and gives back what it printed."""
    return subprocess.run(['/bin/sh', '-c', command], capture_output=True, text=True).stdout


async def main():
    about = {
        'vision': False,
        'function_calling': True,
        'json_output': False,
        'structured_output': False,
        'family': 'r1' if VARIANT == 'r1' else 'unknown',
    }
    client = OpenAIChatCompletionClient(
        model=os.environ['MODEL'],
        base_url=os.environ['BASE_URL'],
        api_key=os.environ['API_KEY'],
        max_retries=0,
        model_info=about,
    )
    agent = AssistantAgent(
        'assistant',
        model_client=client,
        tools=[bash],
        reflect_on_tool_use=True,
        model_client_stream=VARIANT == 'stream',
    )
    for prompt in (os.environ['PROMPT1'], os.environ['PROMPT2']):
        async for _ in agent.run_stream(task=prompt):
            pass


asyncio.run(main())
print('done')
