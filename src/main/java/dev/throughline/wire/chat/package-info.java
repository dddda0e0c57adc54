/// OpenAI Chat Completions: request → `Conversation`, `StreamEvent` → `chat.completion.chunk` frames or one
/// `chat.completion`; and the other way for a backend: `Conversation` → request, chunks or one
/// `chat.completion` → `StreamEvent`.
///
/// Source: the OpenAI API reference, "Chat"; the reasoning fields and template arguments of open model
/// servers (vLLM, SGLang, llama.cpp), OpenRouter and Z.ai.
///
/// ## A request from a chat client to a chat backend
/// Passes unchanged, with all fields, keys and digits, except for this:
///
/// | field | |
/// |---|---|
/// | `chat_template_kwargs` | the backend's defaults are added, a key that the client says anywhere is left alone |
/// | reasoning of an assistant message | moved to the field that the backend reads back, unless that is `as-sent` |
/// | reasoning of a message that was repaired or stripped | replaced, in the field that the repair names |
/// | `content` that is an array of texts | one string, joined without a separator, where the backend wants it |
///
/// The fields of reasoning are `reasoning_content`, `reasoning`, `reasoning_text` and `reasoning_details`,
/// besides content parts of type `thinking` or `reasoning`. If one field replaces all, the same text in two
/// of them counts once. A field that is present but empty is kept under its new name.
///
/// ## A request from a client of another dialect to a chat backend
/// | Anthropic | Responses | chat |
/// |---|---|---|
/// | `model`, `stream` | `model`, `stream` | the same; a stream asks for usage |
/// | `system` | `instructions`, `system`, `developer` | messages of role `system`, in their places |
/// | `text` | `input_text`, `output_text`, `refusal` | content: one text a string, several an array; answers joined |
/// | `image` | `input_image` | `image_url` with the bytes as a `data:` URL, `detail` kept |
/// | `thinking` | `reasoning` | the field that the backend reads back, `reasoning_content` for `as-sent` |
/// | `signature` | `encrypted_content` beside a text | kept in `reasoning_details`, else dropped: no field for it |
/// | `redacted_thinking` | `encrypted_content` alone | the same |
/// | `tool_use` | `function_call` | `tool_calls`, ids as they came; `input` is written compactly |
/// | `tool_result` | `function_call_output` | a `tool` message each, text as given, in the order of the results |
/// | `is_error` | | the text of the result begins with `[error]` |
/// | images in a result | images in a result | one user message after the results, each with its call id |
/// | reminders beside results | | added to the last result: a user message would begin a turn |
/// | `document`, unknown blocks | `input_file`, unknown items | dropped: servers refuse parts they do not know |
/// | `image` with a `file` | `input_image` with a `file_id` | dropped: only its provider has the file |
/// | | `item_reference`, `previous_response_id` | dropped: the gateway has put what they name in their place |
/// | `tools`, `strict` | `tools` of type `function` and `custom`, `strict` | `tools`; no schema is an object's |
/// | tools that the provider defines | other tools | dropped: only its models know them |
/// | `tool_choice` | `tool_choice` | the same choice, where there are tools and the client chose |
/// | `disable_parallel_tool_use` | `parallel_tool_calls` | `parallel_tool_calls`, where there are tools |
/// | | `max_tool_calls` | dropped: no field for it |
/// | `max_tokens` | `max_output_tokens` | `max_tokens` |
/// | `stop_sequences` | | `stop` |
/// | `metadata.user_id` | `user` | `user` |
/// | `thinking.type` | `reasoning.effort` is `none` | `chat_template_kwargs.enable_thinking` |
/// | `thinking.clear_thinking`; edits that keep `all` | | `chat_template_kwargs.clear_thinking` |
/// | `thinking.budget_tokens` | `reasoning.summary` | dropped: templates have no word for it |
/// | `output_config.effort` | `reasoning.effort` | `reasoning_effort`, the word as it came |
/// | `output_config.format`, `output_format` | `text.format` | `response_format`; a schema without a name is `answer` |
/// | other edits of `context_management` | `context_management`, `truncation` | dropped: the provider does it |
/// | `container`, `mcp_servers` | `background`, `conversation`, `prompt` | dropped: the provider's own state |
/// | `service_tier`, `speed`, `inference_geo` | `service_tier`, `safety_identifier` | dropped: the provider's own |
/// | `cache_control`, of blocks too | `prompt_cache_key`, `prompt_cache_retention` | dropped: servers cache unasked |
/// | `betas`, `anthropic_beta`, `anthropic_version` | `include`, `store`, `stream_options` | dropped: about the form |
/// | other `metadata` | `metadata`, `client_metadata` | dropped: needs a provider that stores it |
/// | `n` | `n`, `top_logprobs`, `text.verbosity` | dropped: one choice is read; no dialect carries the rest across |
/// | every other field | every other field | passed through as it came, unless it is `null` |
///
/// ## A whole answer of a chat backend
/// The decoded content of an event; a client of the same dialect receives the other fields unchanged.
///
/// | field | |
/// |---|---|
/// | `model` | used: `Start` |
/// | `choices[]` with index 0 | used; the others are not read |
/// | `reasoning_content`, `reasoning`, `reasoning_text` | used: the first with a text |
/// | `reasoning_details[]` | used for blocks and signatures when they say the same text; data that is sealed always |
/// | `content`, `refusal` | used: text; of an array the `text` parts, and `thinking` parts as reasoning |
/// | `tool_calls[]`: `id`, `function` | used; arguments that are an object are written compactly; no id is "" |
/// | `function_call` | used where there are no `tool_calls` |
/// | `finish_reason` | used; unknown or missing is an end, `error` and `abort` are a `Failure` |
/// | `usage` | used where it is there: prompt, completion, cached and reasoning tokens |
/// | `error`, of the body or the choice | used: a `Failure` |
/// | `id`, `object`, `created`, `system_fingerprint` | ignored: an answer gets its own |
/// | `logprobs`, `annotations`, `audio` | ignored: no event carries them |
@NullMarked
package dev.throughline.wire.chat;

import org.jspecify.annotations.NullMarked;
