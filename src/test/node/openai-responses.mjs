// Two user turns with a tool loop each, read by the official SDK's response accumulator.
// HISTORY=items sends all items back, HISTORY=previous names the previous response and sends only what is new.
import OpenAI from "openai";
import { conversation, runCommand, shellTool, report } from "./turns.mjs";

const client = new OpenAI({ baseURL: process.env.BASE_URL, apiKey: "test-key", maxRetries: 0 });
const byReference = process.env.HISTORY === "previous";
const tools = [{ type: "function", name: "bash", description: "Runs a command", parameters: shellTool, strict: false }];

let previous = null;
let sent = 0;

function request(history) {
  if (!byReference) return { model: "glm-4.7", input: history, tools, store: false, include: ["reasoning.encrypted_content"] };
  const input = history.slice(sent);
  sent = history.length;
  return { model: "glm-4.7", input, tools, ...(previous && { previous_response_id: previous }) };
}

async function streamed(history) {
  const stream = client.responses.stream(request(history));
  let next = 0;
  for await (const event of stream) {
    if (event.sequence_number !== next++) throw new Error(`sequence_number ${event.sequence_number}, expected ${next - 1}`);
  }
  return stream.finalResponse();
}

const whole = (history) => client.responses.create(request(history));

const text = (parts) => (parts ?? []).map((part) => part.text ?? "").join("");
const answer = process.env.STREAM === "false" ? whole : streamed;
await report(() => conversation({
  user: (content) => ({ role: "user", content }),
  async ask(history) {
    const response = await answer(history);
    if (response.status !== "completed") throw new Error(`status ${response.status}`);
    previous = response.id;
    const output = response.output.map(({ parsed_arguments: _, ...item }) => ({
      ...item,
      ...(item.content && { content: item.content.map(({ parsed: __, ...part }) => part) }),
    }));
    if (byReference) sent += output.length;
    const calls = output.filter((item) => item.type === "function_call");
    return {
      carry: output,
      reasoning: output.filter((item) => item.type === "reasoning").map((item) => text(item.content)).join(""),
      text: output.filter((item) => item.type === "message").map((item) => text(item.content)).join(""),
      results: calls.map((call) => ({
        type: "function_call_output", call_id: call.call_id, output: runCommand(JSON.parse(call.arguments).command),
      })),
    };
  },
}));
