# Two user turns with a tool loop through a chat model of LangChain. The history is kept as its documentation says: the
# message that the model returns is appended as it is and given again (the `agent` variant: `create_agent` of langchain
# runs the loop, and keeps the messages of the thread).
import os
import subprocess

from langchain_core.messages import HumanMessage
from langchain_core.tools import tool

CLIENT, DIALECT, VARIANT = os.environ['CLIENT'], os.environ['DIALECT'], os.environ.get('VARIANT', '')
BASE_URL, API_KEY = os.environ['BASE_URL'], os.environ['API_KEY']
MOST_STEPS = 50


@tool
def bash(command: str) -> str:
    """Runs a shell command and gives back what it printed."""
    return subprocess.run(['/bin/sh', '-c', command], capture_output=True, text=True).stdout


def chat_model():
    settings = {'model': os.environ['MODEL'], 'api_key': API_KEY, 'max_retries': 0}
    if CLIENT == 'langchain-anthropic-python':
        from langchain_anthropic import ChatAnthropic

        thinking = {'type': 'enabled', 'budget_tokens': 2048}
        return ChatAnthropic(**settings, base_url=BASE_URL, max_tokens=8192, thinking=thinking)
    if CLIENT == 'langchain-deepseek-python':
        from langchain_deepseek import ChatDeepSeek

        return ChatDeepSeek(**settings, api_base=BASE_URL)
    if CLIENT == 'langchain-openrouter-python':
        from langchain_openrouter import ChatOpenRouter

        return ChatOpenRouter(**settings, base_url=BASE_URL)
    if CLIENT == 'langchain-litellm-python':
        from langchain_litellm import ChatLiteLLM

        settings['model'] = os.environ['PREFIX'] + '/' + settings['model']
        return ChatLiteLLM(**settings, api_base=BASE_URL)
    from langchain_openai import ChatOpenAI

    if VARIANT == 'store-false':
        settings.update(store=False, include=['reasoning.encrypted_content'])
    if VARIANT == 'responses-v1':
        settings.update(output_version='responses/v1')
    return ChatOpenAI(**settings, base_url=BASE_URL, use_responses_api=DIALECT == 'responses')


plain = chat_model()
model = plain if VARIANT == 'agent' else plain.bind_tools([bash])


def answer(messages):
    if VARIANT != 'stream':
        return model.invoke(messages)
    whole = None
    for chunk in model.stream(messages):
        whole = chunk if whole is None else whole + chunk
    return whole


def turn(messages, prompt):
    messages.append(HumanMessage(prompt))
    for _ in range(MOST_STEPS):
        message = answer(messages)
        messages.append(message)
        if not message.tool_calls:
            return
        messages.extend(bash.invoke(call) for call in message.tool_calls)


def agent():
    from langchain.agents import create_agent
    from langgraph.checkpoint.memory import InMemorySaver

    return create_agent(model=model, tools=[bash], checkpointer=InMemorySaver())


history = []
runner = agent() if VARIANT == 'agent' else None
for prompt in (os.environ['PROMPT1'], os.environ['PROMPT2']):
    if runner:
        runner.invoke({'messages': [HumanMessage(prompt)]}, {'configurable': {'thread_id': '1'}})
    else:
        turn(history, prompt)
print('done')
