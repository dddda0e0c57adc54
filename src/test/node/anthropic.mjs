// Two user turns with a tool loop each, read by the official SDK's message accumulator; blocks go back as they came.
import Anthropic from "@anthropic-ai/sdk";
import { conversation, runCommand, shellTool, report } from "./turns.mjs";

const client = new Anthropic({ baseURL: process.env.BASE_URL, apiKey: "test-key", maxRetries: 0 });
const request = {
  model: "glm-4.7",
  max_tokens: 4096,
  thinking: { type: "enabled", budget_tokens: 2048 },
  tools: [{ name: "bash", description: "Runs a command", input_schema: shellTool }],
};

async function streamed(messages) {
  const stream = client.messages.stream({ ...request, messages });
  let open = null;
  stream.on("streamEvent", (event) => {
    if (event.type === "content_block_start") {
      if (open !== null) throw new Error(`block ${event.index} starts while ${open} is open`);
      open = event.index;
    }
    if (event.type === "content_block_stop") open = null;
  });
  return stream.finalMessage();
}

const whole = (messages) => client.messages.create({ ...request, messages });

const answer = process.env.STREAM === "false" ? whole : streamed;
await report(async () => {
  const { input_tokens: counted } = await client.messages.countTokens({
    model: "glm-4.7", messages: [{ role: "user", content: "How long is this?" }],
  });
  if (!(counted > 0)) throw new Error(`count_tokens said ${counted}`);
  return conversation({
    user: (text) => ({ role: "user", content: text }),
    async ask(history) {
      const message = await answer(history);
      const calls = message.content.filter((block) => block.type === "tool_use");
      const results = calls.map((call) => (
        { type: "tool_result", tool_use_id: call.id, content: runCommand(call.input.command) }));
      if ((message.stop_reason === "tool_use") !== calls.length > 0) throw new Error(`stop_reason ${message.stop_reason}`);
      for (const block of message.content) {
        if (block.type === "thinking" && !block.signature) throw new Error("a thinking block without signature");
      }
      return {
        carry: [{ role: "assistant", content: message.content }],
        reasoning: message.content.filter((block) => block.type === "thinking").map((block) => block.thinking).join(""),
        text: message.content.filter((block) => block.type === "text").map((block) => block.text).join(""),
        results: results.length ? [{ role: "user", content: results }] : [],
      };
    },
  });
});
