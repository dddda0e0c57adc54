# Two user turns with a tool loop through the OpenAI Agents library. The history of a turn is the input of the next, or
# is kept by a session.
import asyncio
import os
import subprocess

from agents import (
    Agent,
    ModelSettings,
    OpenAIChatCompletionsModel,
    OpenAIResponsesModel,
    Runner,
    SQLiteSession,
    function_tool,
    set_tracing_disabled,
)
from openai import AsyncOpenAI

DIALECT, VARIANT = os.environ['DIALECT'], os.environ.get('VARIANT', '')
set_tracing_disabled(True)


@function_tool
def bash(command: str) -> str:
    """Runs a shell command and gives back what it printed."""
    return subprocess.run(['/bin/sh', '-c', command], capture_output=True, text=True).stdout


async def main():
    client = AsyncOpenAI(base_url=os.environ['BASE_URL'], api_key=os.environ['API_KEY'], max_retries=0)
    further = {'should_replay_reasoning_content': lambda _: True} if VARIANT == 'replay' else {}
    model = (OpenAIResponsesModel if DIALECT == 'responses' else OpenAIChatCompletionsModel)(
        model=os.environ['MODEL'], openai_client=client, **further
    )
    settings = ModelSettings(store=False) if VARIANT == 'store-false' else ModelSettings()
    if VARIANT == 'store-false':
        settings.response_include = ['reasoning.encrypted_content']
    agent = Agent(name='assistant', model=model, model_settings=settings, tools=[bash])
    session = SQLiteSession('one') if VARIANT == 'session' else None
    history = []
    for prompt in (os.environ['PROMPT1'], os.environ['PROMPT2']):
        message = {'role': 'user', 'content': prompt}
        given = prompt if session else [*history, message]
        if VARIANT == 'stream':
            result = Runner.run_streamed(agent, given)
            async for _ in result.stream_events():
                pass
        else:
            result = await Runner.run(agent, given, session=session)
        history = result.to_input_list()


asyncio.run(main())
print('done')
