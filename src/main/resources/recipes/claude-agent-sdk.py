# Two user turns through Anthropic's agent library, which starts Claude Code and leaves the tool loop to it. The second
# turn resumes the session of the first by its id (the `client` variant: one client has both turns).
import asyncio
import os

from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient, ResultMessage, query

PROMPTS = (os.environ['PROMPT1'], os.environ['PROMPT2'])


def options(session=None):
    return ClaudeAgentOptions(
        model=os.environ['MODEL'], allowed_tools=['Bash'], setting_sources=[], resume=session
    )


async def session_of(messages):
    session = None
    async for message in messages:
        if isinstance(message, ResultMessage):
            if message.is_error:
                raise RuntimeError(message)
            session = message.session_id
    return session


async def main():
    if os.environ.get('VARIANT') == 'client':
        async with ClaudeSDKClient(options()) as client:
            for prompt in PROMPTS:
                await client.query(prompt)
                await session_of(client.receive_response())
        return
    session = None
    for prompt in PROMPTS:
        session = await session_of(query(prompt=prompt, options=options(session)))


asyncio.run(main())
print('done')
