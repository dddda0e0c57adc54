// Two user turns through Anthropic's agent library, which runs the tool loop itself. The second turn resumes the session
// of the first by its id, as its documentation says (the `stream` variant: both go into one query, one after the other).
import { query } from '@anthropic-ai/claude-agent-sdk';

const { VARIANT = '', MODEL, PROMPT1, PROMPT2 } = process.env;

const options = { model: MODEL, allowedTools: ['Bash'], permissionMode: 'default', settingSources: [] };

async function turn(prompt, resume) {
  let session;
  for await (const message of query({ prompt, options: { ...options, resume } })) {
    if (message.type === 'result') {
      if (message.subtype !== 'success' || message.is_error) throw new Error(JSON.stringify(message));
      session = message.session_id;
    }
  }
  return session;
}

async function inOneQuery() {
  let next;
  async function* prompts() {
    for (const content of [PROMPT1, PROMPT2]) {
      const answered = new Promise((resolve) => (next = resolve));
      yield { type: 'user', message: { role: 'user', content }, parent_tool_use_id: null, session_id: '' };
      await answered;
    }
  }
  for await (const message of query({ prompt: prompts(), options })) {
    if (message.type === 'result') {
      if (message.subtype !== 'success' || message.is_error) throw new Error(JSON.stringify(message));
      next();
    }
  }
}

if (VARIANT === 'stream') {
  await inOneQuery();
} else {
  await turn(PROMPT2, await turn(PROMPT1));
}
console.log('done');
