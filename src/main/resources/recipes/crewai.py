# Two user turns with a tool loop through an agent of CrewAI, which is given all messages of the conversation anew.
import os
import subprocess

from crewai import LLM, Agent
from crewai.tools import tool

DIALECT, VARIANT = os.environ['DIALECT'], os.environ.get('VARIANT', '')
BASE_URL, API_KEY, MODEL = os.environ['BASE_URL'], os.environ['API_KEY'], os.environ['MODEL']


@tool('bash')
def bash(command: str) -> str:
    """Runs a shell command and gives back what it printed."""
    return subprocess.run(['/bin/sh', '-c', command], capture_output=True, text=True).stdout


def chat_model():
    settings = {'model': 'openai/' + MODEL, 'base_url': BASE_URL, 'api_key': API_KEY}
    if VARIANT == 'stream':
        settings['stream'] = True
    if VARIANT == 'litellm':
        settings['is_litellm'] = True
    if DIALECT == 'responses':
        settings['api'] = 'responses'
    if DIALECT == 'anthropic':
        thinking = {'type': 'enabled', 'budget_tokens': 2048}
        settings.update(model='anthropic/' + MODEL, max_tokens=8192, thinking=thinking)
    return LLM(**settings)


agent = Agent(
    role='assistant', goal='Help the user.', backstory='You are helpful.', llm=chat_model(), tools=[bash]
)
history = []
for prompt in (os.environ['PROMPT1'], os.environ['PROMPT2']):
    history.append({'role': 'user', 'content': prompt})
    result = agent.kickoff(history)
    history.append({'role': 'assistant', 'content': result.raw})
print('done')
