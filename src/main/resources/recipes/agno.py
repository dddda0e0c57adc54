# Two user turns with a tool loop through Agno; its database keeps the messages of the session.
import os
import subprocess

from agno.agent import Agent
from agno.db.in_memory import InMemoryDb

DIALECT, VARIANT = os.environ['DIALECT'], os.environ.get('VARIANT', '')
BASE_URL, API_KEY, MODEL = os.environ['BASE_URL'], os.environ['API_KEY'], os.environ['MODEL']


def bash(command: str) -> str:
    """Runs a shell command and gives back what it printed."""
    return subprocess.run(['/bin/sh', '-c', command], capture_output=True, text=True).stdout


def chat_model():
    settings = {'id': MODEL, 'api_key': API_KEY, 'base_url': BASE_URL}
    if DIALECT == 'anthropic':
        from agno.models.anthropic import Claude

        thinking = {'type': 'enabled', 'budget_tokens': 2048}
        client = {'client_params': {'base_url': BASE_URL}}
        return Claude(id=MODEL, api_key=API_KEY, max_tokens=8192, thinking=thinking, **client)
    if DIALECT == 'responses':
        from agno.models.openai import OpenAIResponses

        return OpenAIResponses(**settings, **({'store': False} if VARIANT == 'store-false' else {}))
    if VARIANT == 'deepseek':
        from agno.models.deepseek import DeepSeek

        return DeepSeek(**settings)
    if VARIANT == 'openrouter':
        from agno.models.openrouter import OpenRouter

        return OpenRouter(**settings)
    from agno.models.openai.like import OpenAILike

    return OpenAILike(**settings)


agent = Agent(
    model=chat_model(),
    tools=[bash],
    db=InMemoryDb(),
    add_history_to_context=True,
    session_id='one',
    telemetry=False,
)
for prompt in (os.environ['PROMPT1'], os.environ['PROMPT2']):
    if VARIANT == 'stream':
        for _ in agent.run(prompt, stream=True):
            pass
    else:
        agent.run(prompt)
print('done')
