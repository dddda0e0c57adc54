/// OpenAI Responses, towards clients: request → `Conversation`, `StreamEvent` → `response.*` events or one `response`.
///
/// Source: the OpenAI API reference, "Responses" and "Streaming events".
///
/// ## How an answer is written
/// A block of reasoning, a text and a call are each an output item; the item at output index n of the
/// answer KEY is `rs_KEY_n`, `msg_KEY_n` or `fc_KEY_n`, the answer itself `resp_KEY`.
///
/// Readable reasoning is written twice, with the same text: as `content` (`reasoning_text`, as open model
/// servers do) and as `summary` (`summary_text`, as OpenAI does). Its proof is `encrypted_content`, whether
/// or not the request's `include` asks for it. Clients differ: the official SDK keeps all three,
/// `@ai-sdk/openai` 3.0 reads the summary and `encrypted_content`, codex both texts. Reasoning that only
/// its provider reads has an empty summary, no content, and its data as `encrypted_content`.
///
/// In a stream its text is sent once, as the summary, so that a client that shows every delta shows it
/// once; the content is sent with the completed item. The order of events: `output_item.added`,
/// `reasoning_summary_part.added`, `reasoning_summary_text.delta`*, `reasoning_summary_text.done`,
/// `reasoning_summary_part.done`, `output_item.done`. The official SDK rejects a delta whose part was not
/// added.
///
/// A failure writes `response.failed` with the content so far, and no `done` event for the item that it cut
/// off: codex adds a completed item to its history although the turn is then retried.
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
/// | `custom_tool_call`: `call_id`, `name`, `input`; `custom_tool_call_output` | used: a call with the argument `input`
/// |
/// | `item_reference`, also an item with only an `id` | used: a reference |
/// | every other item, every other content part | kept as it came, on the side it belongs to |
/// | `id`, `status`, `phase` of items that are repeated | ignored: what came back is judged by its content |
/// | `tools` of type `function` and `custom` | used; a custom tool has an empty schema, its input is free text |
/// | `tools` of type `namespace`, `namespace` of a call | towards another dialect used: in the function's name |
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
/// | `ReasoningSignature` | `encrypted_content` of the item that it ends; without one, a separate item |
/// | `RedactedReasoning` | a separate item |
/// | a call of a function that stands for a `custom` tool | `custom_tool_call`, its `input` as it arrives |
/// | `ToolCallStart`, `ToolCallEnd` | the item, `call_id` as given; the index of the call is not written |
/// | `Usage` | kept for the terminal event; zeros when there was none, since readers require the object |
/// | `Finish` | `response.completed`, or `response.incomplete` with `max_output_tokens` or `content_filter` |
/// | `Failure` | `response.failed`; `param` and `retryAfter` have no place in it |
///
/// Fields of the response object that only mirror the request have their defaults.
///
/// # Towards a backend
/// `ResponsesBackendCodec`: `Conversation` → request body, `response.*` events or one `response` →
/// `StreamEvent`s. Sources: the OpenAI API reference; what vLLM and llama.cpp accept and write.
///
/// ## A request of this dialect
/// Every field and item, known or not, is passed unchanged, except for:
///
/// | field | |
/// |---|---|
/// | `chat_template_kwargs` | gets a backend's defaults for keys of which the client does not speak |
/// | `reasoning` items of rewritten messages | those of the conversation; what is unchanged stays as it came |
/// | a `reasoning` item that lost a part | keeps its id and unknown fields |
/// | all reasoning, towards a backend that refuses it | dropped, also under another name in other items |
///
/// ## A request of another dialect
/// | field | |
/// |---|---|
/// | `model`, `stream`, `max_tokens`, `max_completion_tokens` | used: `model`, `stream`, `max_output_tokens` |
/// | system texts at the start | used: `instructions`, a blank line between them |
/// | later system texts | used: a message, role `system` where the client says so, else `developer` |
/// | text, pictures, documents, files, sounds of a user | used: `input_text`, `input_image`, `input_file`, … |
/// | every other block of a user | dropped: no place |
/// | reasoning, its signature | used: a `reasoning` item, `content` and `encrypted_content` |
/// | several reasoning fields of one chat message | used once |
/// | `reasoning_details`, of the record or of the message | used: an item for those of one `id`, with its parts and id
/// |
/// | data and signatures of `reasoning_details` of another provider's `format` | dropped: only it reads them |
/// | unreadable reasoning | used: a `reasoning` item with `encrypted_content` alone |
/// | text of an answer | used: a `message` with `output_text`, one for each run of texts |
/// | calls | used: `function_call`; empty arguments become `{}`, since servers parse them |
/// | pictures and unknown blocks of an answer | dropped: no place in an answer |
/// | results | used: `function_call_output`, an array where pictures or files follow |
/// | `is_error` of a result | used: the text begins with `[error]` |
/// | text beside results | used: a user message behind them |
/// | tools | used: functions, not `strict`, which is the default here |
/// | `strict` of a tool, its unknown fields, tools that a provider runs | dropped: not in the conversation |
/// | `tool_choice`, `disable_parallel_tool_use` | used, beside tools only: `tool_choice`, `parallel_tool_calls` |
/// | `temperature`, `top_p`, `top_logprobs`, `parallel_tool_calls` | passed through |
/// | `user`, `metadata`, `safety_identifier`, `prompt_cache_key`, `prompt_cache_retention` | passed through |
/// | `metadata.user_id` (Anthropic) | used: `user` |
/// | `service_tier` | passed through, but for `standard_only` (Anthropic), which is unknown here |
/// | `reasoning_effort`, `reasoning.effort`, `output_config.effort` | used: `reasoning.effort` |
/// | `thinking` that is disabled | used: the effort `none`, `enable_thinking: false` for the template |
/// | `thinking.budget_tokens` | used: the effort `low` below 4096, `medium` below 16000, else `high` |
/// | `chat_template_kwargs`, `enable_thinking`, `clear_thinking` | used: `chat_template_kwargs` |
/// | `response_format`, `output_config.format`, `output_format`, `verbosity` | used: `text` |
/// | `stop`, `stop_sequences`, `seed`, `top_k`, `min_p`, penalties, `logit_bias`, `n` | dropped: no field |
/// | `stream_options`, `cache_control`, `context_management`, all others | dropped: no meaning here |
///
/// Added: `store: false` and `include: ["reasoning.encrypted_content"]`, since the client keeps the
/// history; ids of repeated reasoning and messages, derived from position and text, since vLLM requires
/// them. A signature is assumed to belong to one of this backend's own items, from which the client
/// received it.
///
/// ## An answer
/// | event or field | |
/// |---|---|
/// | `response.created`, `response.in_progress`, `response.queued` | used: `Start` with the response's model |
/// | `output_item.added` | used: which item is meant by an id and a place; id and name of a call |
/// | `reasoning_text.delta`, `reasoning_summary_text.delta` | used: `ReasoningDelta`, one of the two |
/// | `output_text.delta`, `refusal.delta` | used: `TextDelta` |
/// | `function_call_arguments.delta` | used: `ToolCallArgs`; other items wait until a call is complete |
/// | `custom_tool_call_input.delta` | used: `ToolCallArgs` of one object, `{"input": "…"}` |
/// | the `done` events, `output` of the last event | used for what did not come before |
/// | `encrypted_content` of an item that is done | used: `ReasoningSignature`, without a text `RedactedReasoning` |
/// | `encrypted_content` after something else was said | dropped: no block that it could belong to |
/// | items of other types (`web_search_call`, …) | dropped: the provider ran them |
/// | `annotations`, `logprobs`, `phase`, `sequence_number`, all others | dropped: no event |
/// | `usage` | used: `Usage`; zeros are none |
/// | `response.completed` | used: `Finish`, TOOL_CALLS when there was a call |
/// | `response.incomplete` | used: `Finish`, CONTENT_FILTER when it says so, else LENGTH |
/// | `response.failed`, `response.cancelled`, `error` | used: `Failure` in the backend's words |
/// | bad JSON, no terminal event | `Failure` with the number of the frame |
///
/// ## An answer to a client of this dialect, behind a filter
/// | event or field | |
/// |---|---|
/// | all frames up to the first that a filter changes | as they came, comments and unknown events included |
/// | the rest of an item of which another text passed | written from events, with the backend's id and the fields |
/// | | of the item and its parts as the backend repeats them; unknown fields and `logprobs` of deltas are dropped |
/// | several parts of such an item | those that were forwarded, then one with the rest of its text |
/// | text that became reasoning or a call, or the reverse | an item made here, `rs_KEY_xN`, `msg_KEY_xN`, |
/// | | `fc_KEY_xN`; unknown fields and `logprobs` of its deltas are dropped: they belong to the other text |
/// | an item in the midst of which another is made | ends there; what follows in it is in an item made here |
/// | an item of which nothing passes | dropped, with all its frames |
/// | events that repeat a text of such an item | written when it is certain that no more comes |
/// | all other items, also those that the provider runs; unknown events and fields | as they came, at their place |
/// | `output` of the last event | as it came, but for items that were written, made or left out |
/// | `sequence_number`, `output_index` | as they came until something is changed; then without a gap |
/// | `response.completed`, `response.incomplete` | held back, then as they came; another status where it was changed |
/// | a turn that the model overran | the response as it began, with `output` and zeros as `usage` |
/// | a whole response that a filter changed | as it came, `output` by the same rules: unchanged items and items that |
/// | | are not read as they came, another text in its item, what became something else in an item made here |
/// | an error that did not come as an event | `response.failed`, the response as it began, with what was streamed |
@NullMarked
package dev.throughline.wire.responses;

import org.jspecify.annotations.NullMarked;
