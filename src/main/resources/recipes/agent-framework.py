# Two user turns with a tool loop through the Agent Framework, whose session keeps the messages.
import asyncio
import os
import subprocess

from agent_framework import Agent, tool

DIALECT, VARIANT = os.environ['DIALECT'], os.environ.get('VARIANT', '')
BASE_URL, API_KEY, MODEL = os.environ['BASE_URL'], os.environ['API_KEY'], os.environ['MODEL']


@tool(approval_mode='never_require')
def bash(command: str) -> str:
    """Runs a shell command and gives back what it printed."""
    return subprocess.run(['/bin/sh', '-c', command], capture_output=True, text=True).stdout


def chat_client():
    if DIALECT == 'anthropic':
        from agent_framework.anthropic import AnthropicClient
        from anthropic import AsyncAnthropic

        client = AsyncAnthropic(base_url=BASE_URL, api_key=API_KEY, max_retries=0)
        return AnthropicClient(model=MODEL, anthropic_client=client)
    from agent_framework.openai import OpenAIChatClient, OpenAIChatCompletionClient

    kind = OpenAIChatClient if DIALECT == 'responses' else OpenAIChatCompletionClient
    return kind(model=MODEL, base_url=BASE_URL, api_key=API_KEY)


async def main():
    options = {'store': False} if VARIANT == 'store-false' else {}
    if DIALECT == 'anthropic':
        options = {'max_tokens': 8192, 'thinking': {'type': 'enabled', 'budget_tokens': 2048}}
    agent = Agent(client=chat_client(), tools=[bash], default_options=options)
    session = agent.create_session()
    for prompt in (os.environ['PROMPT1'], os.environ['PROMPT2']):
        if VARIANT == 'stream':
            async for _ in agent.run(prompt, session=session, stream=True):
                pass
        else:
            await agent.run(prompt, session=session)


asyncio.run(main())
print('done')
