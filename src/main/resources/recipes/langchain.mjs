// Two user turns with a tool loop through a chat model of LangChain. The history is kept as its documentation says: the
// message that the model returns is appended as it is and given again (the `agent` variant: `createAgent` of langchain
// runs the loop, and its state's messages are given again).
import { HumanMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import { execFileSync } from 'node:child_process';

const { CLIENT, VARIANT = '', BASE_URL, API_KEY, MODEL, PROMPT1, PROMPT2 } = process.env;
const MOST_STEPS = 50;

const bash = tool(async ({ command }) => execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' }), {
  name: 'bash',
  description: 'Runs a shell command and gives back what it printed.',
  schema: z.object({ command: z.string().describe('The command to run') }),
});

async function chatModel() {
  const settings = { model: MODEL, apiKey: API_KEY, maxRetries: 0 };
  switch (CLIENT) {
    case 'langchain-anthropic': {
      const { ChatAnthropic } = await import('@langchain/anthropic');
      const thinking = { type: 'enabled', budget_tokens: 2048 };
      return new ChatAnthropic({ ...settings, anthropicApiUrl: BASE_URL, maxTokens: 8192, thinking });
    }
    case 'langchain-deepseek': {
      const { ChatDeepSeek } = await import('@langchain/deepseek');
      return new ChatDeepSeek({ ...settings, configuration: { baseURL: BASE_URL } });
    }
    case 'langchain-openrouter': {
      const { ChatOpenRouter } = await import('@langchain/openrouter');
      return new ChatOpenRouter({ ...settings, baseURL: BASE_URL });
    }
    case 'langchain-xai': {
      const { ChatXAI } = await import('@langchain/xai');
      return new ChatXAI({ ...settings, baseURL: BASE_URL });
    }
  }
  throw new Error(`no model for ${CLIENT}`);
}

const plain = await chatModel();
const model = VARIANT === 'agent' ? plain : plain.bindTools([bash]);

async function answer(messages) {
  if (VARIANT !== 'stream') {
    return model.invoke(messages);
  }
  let whole;
  for await (const chunk of await model.stream(messages)) whole = whole === undefined ? chunk : whole.concat(chunk);
  return whole;
}

async function turn(messages) {
  for (let step = 0; step < MOST_STEPS; step++) {
    const message = await answer(messages);
    messages.push(message);
    if (!message.tool_calls?.length) return;
    for (const call of message.tool_calls) messages.push(await bash.invoke(call));
  }
}

async function agentTurn(messages) {
  const { createAgent } = await import('langchain');
  const state = await createAgent({ model, tools: [bash] }).invoke({ messages: [...messages] });
  messages.splice(0, messages.length, ...state.messages);
}

const history = [];
for (const content of [PROMPT1, PROMPT2]) {
  history.push(new HumanMessage(content));
  await (VARIANT === 'agent' ? agentTurn : turn)(history);
}
console.log('done');
