# Two user turns with a tool loop through Pydantic AI; all messages of a turn are the history of the next.
import asyncio
import os
import subprocess

from pydantic_ai import Agent

DIALECT, VARIANT = os.environ['DIALECT'], os.environ.get('VARIANT', '')
MODEL, BASE_URL, API_KEY = os.environ['MODEL'], os.environ['BASE_URL'], os.environ['API_KEY']


def chat_model():
    if DIALECT == 'anthropic':
        from anthropic import AsyncAnthropic
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        client = AsyncAnthropic(base_url=BASE_URL, api_key=API_KEY, max_retries=0)
        return AnthropicModel(MODEL, provider=AnthropicProvider(anthropic_client=client))
    from openai import AsyncOpenAI
    from pydantic_ai.providers.openai import OpenAIProvider

    client = AsyncOpenAI(base_url=BASE_URL, api_key=API_KEY, max_retries=0)
    if DIALECT == 'responses':
        from pydantic_ai.models.openai import OpenAIResponsesModel

        return OpenAIResponsesModel(MODEL, provider=OpenAIProvider(openai_client=client))
    if VARIANT == 'openrouter':
        from pydantic_ai.models.openrouter import OpenRouterModel
        from pydantic_ai.providers.openrouter import OpenRouterProvider

        return OpenRouterModel('z-ai/' + MODEL, provider=OpenRouterProvider(openai_client=client))
    try:
        from pydantic_ai.models.openai import OpenAIChatModel
    except ImportError:
        from pydantic_ai.models.openai import OpenAIModel as OpenAIChatModel
    if VARIANT in ('tags', 'field'):
        from pydantic_ai.profiles.openai import OpenAIModelProfile

        profile = OpenAIModelProfile(
            openai_chat_send_back_thinking_parts=VARIANT, openai_chat_thinking_field='reasoning_content'
        )
        return OpenAIChatModel(MODEL, provider=OpenAIProvider(openai_client=client), profile=profile)
    return OpenAIChatModel(MODEL, provider=OpenAIProvider(openai_client=client))


settings = {}
if DIALECT == 'anthropic':
    settings = {'max_tokens': 8192, 'anthropic_thinking': {'type': 'enabled', 'budget_tokens': 2048}}
if VARIANT == 'store-false':
    settings = {'openai_store': False}
agent = Agent(chat_model(), model_settings=settings)


@agent.tool_plain
def bash(command: str) -> str:
    """Runs a shell command and gives back what it printed."""
    return subprocess.run(['/bin/sh', '-c', command], capture_output=True, text=True).stdout


async def main():
    history = []
    for prompt in (os.environ['PROMPT1'], os.environ['PROMPT2']):
        if VARIANT == 'stream':
            async with agent.iter(prompt, message_history=history) as run:
                async for node in run:
                    if Agent.is_model_request_node(node):
                        async with node.stream(run.ctx) as stream:
                            async for _ in stream:
                                pass
            history = run.result.all_messages()
        else:
            history = (await agent.run(prompt, message_history=history)).all_messages()


asyncio.run(main())
print('done')
