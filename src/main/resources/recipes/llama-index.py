# Two user turns with a tool loop through the function agent of LlamaIndex; its memory keeps the messages.
import asyncio
import os
import subprocess

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.llms import ChatMessage
from llama_index.core.memory import ChatMemoryBuffer

CLIENT, VARIANT = os.environ['CLIENT'], os.environ.get('VARIANT', '')
BASE_URL, API_KEY, MODEL = os.environ['BASE_URL'], os.environ['API_KEY'], os.environ['MODEL']


def bash(command: str) -> str:
    """Runs a shell command and gives back what it printed."""
    return subprocess.run(['/bin/sh', '-c', command], capture_output=True, text=True).stdout


async def main():
    from llama_index.llms.openai_like import OpenAILike

    llm = OpenAILike(
        model=MODEL,
        api_base=BASE_URL,
        api_key=API_KEY,
        is_chat_model=True,
        is_function_calling_model=True,
        context_window=100000,
        max_retries=0,
    )
    agent = FunctionAgent(tools=[bash], llm=llm, streaming=VARIANT == 'stream')
    # Its own tokenizer would be fetched.
    memory = ChatMemoryBuffer.from_defaults(token_limit=100000, tokenizer_fn=str.split)
    for prompt in (os.environ['PROMPT1'], os.environ['PROMPT2']):
        await agent.run(ChatMessage(role='user', content=prompt), memory=memory)


asyncio.run(main())
print('done')
