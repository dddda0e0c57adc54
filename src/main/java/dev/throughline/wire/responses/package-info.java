/// OpenAI Responses: request → `Conversation`, `StreamEvent` → `response.*` events or one `response`.
///
/// Source: the OpenAI API reference, "Responses" and "Streaming events".
///
/// ## How an answer is written
/// A block of reasoning, a text and a call are each an output item; the item at output index n of the answer KEY is
/// `rs_KEY_n`, `msg_KEY_n` or `fc_KEY_n`, the answer itself `resp_KEY`.
///
/// Readable reasoning is written twice, with the same text: as `content` (`reasoning_text`, as open model servers do)
/// and as `summary` (`summary_text`, as OpenAI does). Its proof is `encrypted_content`, whether or not the request's
/// `include` asks for it. Clients differ: the official SDK keeps all three, `@ai-sdk/openai` 3.0 reads the summary and
/// `encrypted_content`, codex both texts. Reasoning that only its provider reads has an empty summary, no content, and
/// its data as `encrypted_content`.
///
/// The order of a reasoning item's events: `output_item.added`, `content_part.added`, `reasoning_summary_part.added`,
/// for each delta `reasoning_text.delta` and `reasoning_summary_text.delta`, then `reasoning_text.done`,
/// `content_part.done`, `reasoning_summary_text.done`, `reasoning_summary_part.done`, `output_item.done`. The official
/// SDK refuses a delta whose part was not added.
///
/// A failure writes `response.failed` with what had been said, and no `done` event for the item that it cut: codex
/// takes an item that is done into its history although the turn is then retried.
///
/// ## What becomes of a request's fields
/// | field | |
/// |---|---|
/// | `model`, `stream`, `max_output_tokens`, `previous_response_id` | used |
/// | `instructions` | used: a leading SYSTEM message |
/// | `input` as a string | used: one USER message |
/// | `message`, also without `type` | used; `developer` is SYSTEM |
/// | `reasoning`: `content`, `summary`, `encrypted_content` | used, also when empty; nothing of it is required |
/// | `reasoning_content`, `reasoning`, `reasoning_text`, `text` of an item | used: reasoning under another name |
/// | `function_call`: `call_id`, `name`, `arguments` | used, `arguments` as sent |
/// | `function_call_output`: `call_id`, `output` | used; parts that are no text are kept beside the result |
/// | `input_image` with `image_url` | used: an image, `data:` URLs as bytes in the request |
/// | `item_reference`, also an item with only an `id` | used: a reference |
/// | every other item, every other content part | kept as it came, on the side it belongs to |
/// | `id`, `status`, `phase` of items that are repeated | ignored: what came back is judged by its content |
/// | `tools` of type `function` and `custom` | used; a custom tool has an empty schema, its input is free text |
/// | every other tool | ignored: the provider runs it |
/// | `tool_choice` | used; of `allowed_tools` its mode |
/// | `include`, `store` | ignored: `encrypted_content` is always written, every answer is stored with its run |
/// | `reasoning`, `text`, `temperature`, `metadata` and all others | kept in the conversation's body |
///
/// ## What becomes of an event's fields
/// | event | |
/// |---|---|
/// | `Start` | `response.created`, `response.in_progress`; the model is the answer head's |
/// | `ReasoningDelta`, `TextDelta`, `ToolCallArgs` | deltas of the item that is open or that they open |
/// | `ReasoningSignature` | `encrypted_content` of the item that it ends; without one, an item of its own |
/// | `RedactedReasoning` | an item of its own |
/// | `ToolCallStart`, `ToolCallEnd` | the item, `call_id` as given; the index of the call is not written |
/// | `Usage` | kept for the terminal event; zeros when there was none, since readers require the object |
/// | `Finish` | `response.completed`, or `response.incomplete` with `max_output_tokens` or `content_filter` |
/// | `Failure` | `response.failed`; `param` and `retryAfter` have no place in it |
///
/// Fields of the response object that only mirror the request have their defaults.
@NullMarked
package dev.throughline.wire.responses;

import org.jspecify.annotations.NullMarked;
