# Two user turns with a tool loop through Google's Agent Development Kit; a session of its runner keeps the events.
import asyncio
import os
import subprocess

from google.adk.agents import Agent
from google.adk.agents.run_config import RunConfig, StreamingMode
from google.adk.runners import InMemoryRunner
from google.genai import types

DIALECT, VARIANT = os.environ['DIALECT'], os.environ.get('VARIANT', '')
BASE_URL, API_KEY, MODEL = os.environ['BASE_URL'], os.environ['API_KEY'], os.environ['MODEL']


def bash(command: str) -> str:
    """Runs a shell command and gives back what it printed."""
    return subprocess.run(['/bin/sh', '-c', command], capture_output=True, text=True).stdout


def chat_model():
    if DIALECT == 'anthropic':
        os.environ.update(ANTHROPIC_BASE_URL=BASE_URL, ANTHROPIC_API_KEY=API_KEY)
        from google.adk.models.anthropic_llm import AnthropicLlm

        return AnthropicLlm(model=MODEL)
    from google.adk.models.lite_llm import LiteLlm

    prefix = 'hosted_vllm/' if VARIANT == 'hosted-vllm' else 'openai/'
    return LiteLlm(model=prefix + MODEL, api_base=BASE_URL, api_key=API_KEY)


async def main():
    further = {}
    if DIALECT == 'anthropic':
        thinking = types.ThinkingConfig(thinking_budget=2048)
        further['generate_content_config'] = types.GenerateContentConfig(
            thinking_config=thinking, max_output_tokens=8192
        )
    agent = Agent(name='assistant', model=chat_model(), tools=[bash], **further)
    runner = InMemoryRunner(agent=agent, app_name='client')
    session = await runner.session_service.create_session(app_name='client', user_id='user')
    mode = RunConfig(streaming_mode=StreamingMode.SSE) if VARIANT == 'stream' else RunConfig()
    for prompt in (os.environ['PROMPT1'], os.environ['PROMPT2']):
        message = types.Content(role='user', parts=[types.Part(text=prompt)])
        async for _ in runner.run_async(
            user_id='user', session_id=session.id, new_message=message, run_config=mode
        ):
            pass


asyncio.run(main())
print('done')
