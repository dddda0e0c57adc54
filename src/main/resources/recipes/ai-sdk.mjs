// Two user turns through the AI SDK. The history is kept as its documentation says: what the call returns as the
// messages of its answer is appended and sent again (the `ui` variant: as a chat page keeps it, in UI messages).
import * as ai from 'ai';
import { z } from 'zod';
import { execFileSync } from 'node:child_process';

const { CLIENT, DIALECT, VARIANT = '', BASE_URL, API_KEY, MODEL, PROMPT1, PROMPT2 } = process.env;

const execute = async ({ command }) => execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' });
const schema = z.object({ command: z.string().describe('The command to run') });
const stepCount = ai.isStepCount ?? ai.stepCountIs;
const isFour = stepCount === undefined;
const tools = {
  bash: ai.tool({
    description: 'Runs a shell command and gives back what it printed.',
    [isFour ? 'parameters' : 'inputSchema']: schema,
    execute,
  }),
};

async function languageModel() {
  const settings = { baseURL: BASE_URL, apiKey: API_KEY };
  switch (CLIENT) {
    case 'ai-sdk-openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({ name: 'backend', ...settings })(MODEL);
    }
    case 'ai-sdk-openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      const provider = createOpenAI(settings);
      return DIALECT === 'responses' ? provider.responses(MODEL) : provider.chat(MODEL);
    }
    case 'ai-sdk-anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(settings)(MODEL);
    }
    case 'ai-sdk-openrouter': {
      const { createOpenRouter } = await import('@openrouter/ai-sdk-provider');
      return createOpenRouter(settings).chat(MODEL);
    }
    case 'ai-sdk-deepseek': {
      const { createDeepSeek } = await import('@ai-sdk/deepseek');
      return createDeepSeek(settings)(MODEL);
    }
    case 'ai-sdk-xai': {
      const { createXai } = await import('@ai-sdk/xai');
      const provider = createXai(settings);
      return DIALECT === 'responses' ? provider.responses(MODEL) : provider.chat(MODEL);
    }
    case 'ai-sdk-groq': {
      const { createGroq } = await import('@ai-sdk/groq');
      return createGroq(settings)(MODEL);
    }
    case 'ai-sdk-cerebras': {
      const { createCerebras } = await import('@ai-sdk/cerebras');
      return createCerebras(settings)(MODEL);
    }
    case 'ai-sdk-moonshotai': {
      const { createMoonshotAI } = await import('@ai-sdk/moonshotai');
      return createMoonshotAI(settings)(MODEL);
    }
    case 'ai-sdk-togetherai': {
      const { createTogetherAI } = await import('@ai-sdk/togetherai');
      return createTogetherAI(settings)(MODEL);
    }
    case 'ai-sdk-fireworks': {
      const { createFireworks } = await import('@ai-sdk/fireworks');
      return createFireworks(settings)(MODEL);
    }
  }
  throw new Error(`no provider for ${CLIENT}`);
}

function providerOptions() {
  if (CLIENT === 'ai-sdk-anthropic') {
    return { anthropic: { thinking: { type: 'enabled', budgetTokens: 2048 } } };
  }
  if (VARIANT === 'store-false') {
    return { openai: { store: false, include: ['reasoning.encrypted_content'] } };
  }
  return undefined;
}

const request = {
  model: await languageModel(),
  tools,
  maxRetries: 0,
  providerOptions: providerOptions(),
  ...(isFour ? { maxSteps: 50 } : { stopWhen: stepCount(50) }),
};

async function answer(messages) {
  if (VARIANT === 'generate') {
    return messagesOf(await ai.generateText({ ...request, messages }));
  }
  let failure;
  const result = ai.streamText({ ...request, messages, onError: ({ error }) => (failure = error) });
  await result.consumeStream();
  if (failure) throw failure;
  return messagesOf(result);
}

// From 7 on the messages of all steps stand here; `response` has those of the last step.
async function messagesOf(result) {
  return (await result.responseMessages) ?? (await result.response).messages;
}

async function asMessages() {
  const messages = [];
  for (const content of [PROMPT1, PROMPT2]) {
    messages.push({ role: 'user', content });
    messages.push(...(await answer(messages)));
  }
}

async function asUiMessages() {
  const kept = [];
  for (const text of [PROMPT1, PROMPT2]) {
    kept.push({ id: `user-${kept.length}`, role: 'user', parts: [{ type: 'text', text }] });
    const result = ai.streamText({ ...request, messages: await ai.convertToModelMessages(kept) });
    let last;
    for await (const message of ai.readUIMessageStream({ stream: result.toUIMessageStream() })) last = message;
    kept.push(JSON.parse(JSON.stringify(last)));
  }
}

await (VARIANT === 'ui' ? asUiMessages() : asMessages());
console.log('done');
