# Two user turns with a tool loop through Strands Agents, which streams always and keeps the messages in the agent.
import asyncio
import os
import subprocess

from strands import Agent, tool

DIALECT = os.environ['DIALECT']
BASE_URL, API_KEY, MODEL = os.environ['BASE_URL'], os.environ['API_KEY'], os.environ['MODEL']


@tool
def bash(command: str) -> str:
    """Runs a shell command and gives back what it printed.

    Args:
        command: The command to run
    """
    return subprocess.run(['/bin/sh', '-c', command], capture_output=True, text=True).stdout


def chat_model():
    client = {'base_url': BASE_URL, 'api_key': API_KEY, 'max_retries': 0}
    if DIALECT == 'anthropic':
        from strands.models.anthropic import AnthropicModel

        thinking = {'thinking': {'type': 'enabled', 'budget_tokens': 2048}}
        return AnthropicModel(client_args=client, model_id=MODEL, max_tokens=8192, params=thinking)
    from strands.models.openai import OpenAIModel

    return OpenAIModel(client_args=client, model_id=MODEL)


async def main():
    agent = Agent(model=chat_model(), tools=[bash], callback_handler=None)
    for prompt in (os.environ['PROMPT1'], os.environ['PROMPT2']):
        await agent.invoke_async(prompt)


asyncio.run(main())
print('done')
