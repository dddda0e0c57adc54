# Two user turns with a tool loop through the agent of OpenHands; its conversation keeps the events.
import os

from openhands.sdk import LLM, Agent, Conversation, Tool
from openhands.tools.terminal import TerminalTool
from pydantic import SecretStr

llm = LLM(
    model=os.environ['PREFIX'] + '/' + os.environ['MODEL'],
    base_url=os.environ['BASE_URL'],
    api_key=SecretStr(os.environ['API_KEY']),
    num_retries=0,
    usage_id='agent',
)
agent = Agent(llm=llm, tools=[Tool(name=TerminalTool.name)])
conversation = Conversation(agent=agent, workspace=os.getcwd(), visualizer=None)
for prompt in (os.environ['PROMPT1'], os.environ['PROMPT2']):
    conversation.send_message(prompt)
    conversation.run()
print('done')
