// Two user turns with a tool loop each, read by the official SDK's stream accumulator; history goes back as it came.
import OpenAI from "openai";
import { conversation, runCommand, shellTool, report } from "./turns.mjs";

const client = new OpenAI({ baseURL: process.env.BASE_URL, apiKey: "test-key", maxRetries: 0 });
const tools = [{ type: "function", function: { name: "bash", description: "Runs a command", parameters: shellTool } }];

async function streamed(messages) {
  const stream = client.chat.completions.stream({
    model: "glm-4.7", messages, tools, stream_options: { include_usage: true },
  });
  let reasoning = "";
  let usage = null;
  let end = null;
  for await (const chunk of stream) {
    reasoning += chunk.choices[0]?.delta?.reasoning_content ?? "";
    usage = chunk.usage ?? usage;
    end = chunk.choices[0]?.finish_reason ?? end;
  }
  const { message } = (await stream.finalChatCompletion()).choices[0];
  if (!usage?.total_tokens) throw new Error("no usage chunk");
  return { message: { ...plain(message), reasoning_content: reasoning }, end };
}

async function whole(messages) {
  const answer = await client.chat.completions.create({ model: "glm-4.7", messages, tools });
  return { message: plain(answer.choices[0].message), end: answer.choices[0].finish_reason };
}

function plain(message) {
  const kept = { role: message.role, content: message.content };
  if (message.reasoning_content !== undefined) kept.reasoning_content = message.reasoning_content;
  if (message.tool_calls?.length) {
    kept.tool_calls = message.tool_calls.map(({ id, type, function: { name, arguments: input } }) => (
      { id, type, function: { name, arguments: input } }));
  }
  return kept;
}

const answer = process.env.STREAM === "false" ? whole : streamed;
await report(() => conversation({
  user: (text) => ({ role: "user", content: text }),
  async ask(history) {
    const { message, end } = await answer(history);
    const calls = message.tool_calls ?? [];
    if ((end === "tool_calls") !== calls.length > 0) throw new Error(`finish_reason ${end} with ${calls.length} calls`);
    return {
      carry: [message],
      reasoning: message.reasoning_content,
      text: message.content,
      results: calls.map((call) => (
        { role: "tool", tool_call_id: call.id, content: runCommand(JSON.parse(call.function.arguments).command) })),
    };
  },
}));
