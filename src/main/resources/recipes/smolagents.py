# Two user turns with a tool loop through the tool-calling agent of smolagents; it keeps its steps in its memory.
import os
import subprocess

from smolagents import OpenAIServerModel, ToolCallingAgent, tool


@tool
def bash(command: str) -> str:
    """Runs a shell command and gives back what it printed.

    Args:
        command: The command to run
    """
    return subprocess.run(['/bin/sh', '-c', command], capture_output=True, text=True).stdout


model = OpenAIServerModel(
    model_id=os.environ['MODEL'],
    api_base=os.environ['BASE_URL'],
    api_key=os.environ['API_KEY'],
    client_kwargs={'max_retries': 0},
)
agent = ToolCallingAgent(
    tools=[bash], model=model, max_steps=2, stream_outputs=os.environ.get('VARIANT') == 'stream', verbosity_level=0
)
for prompt in (os.environ['PROMPT1'], os.environ['PROMPT2']):
    agent.run(prompt, reset=False)
print('done')
