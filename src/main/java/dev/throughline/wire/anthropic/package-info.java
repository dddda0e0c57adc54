/// Anthropic Messages, both sides: a client's request → `Conversation`, `StreamEvent` → message and content block
/// events or one `message`; and a `Conversation` → a backend's request, its events or `message` → `StreamEvent`.
///
/// Source: the Anthropic API reference, "Messages", "Streaming messages", "Extended thinking" and "Errors".
///
/// ## A request of an Anthropic client, to an Anthropic backend
/// It passes unchanged, including unknown fields, except for what an adaptation requires:
///
/// | field | |
/// |---|---|
/// | `chat_template_kwargs` | defaults added for what the client did not say, there or in a field of that name |
/// | `thinking`, `redacted_thinking` blocks of rewritten messages | those of the conversation, at its places |
/// | the same for a backend whose history field is `none` | left out; a message that had nothing else goes too |
/// | string `content` of a rewritten message | an array when there are blocks beside the text |
///
/// Other history fields and the flattening of content have no effect: thinking has a single place in this
/// dialect, and content consists of blocks.
///
/// ## A request of another dialect, to an Anthropic backend
/// | field | |
/// |---|---|
/// | `model`, `stream`, `temperature`, `top_p`, `top_k` | passed, values as they are |
/// | `max_tokens`, `max_completion_tokens`, `max_output_tokens` | `max_tokens`; 32000 for none, as one is required |
/// | leading system texts (`instructions`, `system`, `developer`) | `system`: a string, blocks for several texts |
/// | later system texts | said by the user at their place: the dialect has no other |
/// | user and tool messages in a row | one user message: results in the order of their calls, then the rest |
/// | assistant messages in a row | one assistant message, its blocks in the order of the parts |
/// | blank texts, messages without a block | dropped: the dialect refuses them |
/// | reasoning, in however many spellings at once | one `thinking` block; signature as given, else empty |
/// | `encrypted_content` | signature of the text beside it; alone `redacted_thinking` |
/// | `reasoning_details` with a text | used; `reasoning` and `reasoning_content` beside it only repeat it: dropped |
/// | `reasoning_details` that the record has of the message | used instead of those, see `PlacedReasoning` |
/// | data and signatures of `reasoning_details` of another provider's `format` | dropped: only it reads them |
/// | reasoning for a backend whose history field is `none` | dropped: it refuses it |
/// | tool calls | `tool_use`; arguments that are no JSON object are `{"arguments": TEXT}`, blank ones `{}` |
/// | tool results | `tool_result` with a string, an array when pictures belong to it; `is_error` when true |
/// | pictures | `image`: `base64` for those in the request, else `url`; details such as `detail` are dropped |
/// | other parts (files, sounds, tools that a provider runs) | dropped: they have no counterpart |
/// | `item_reference`, `previous_response_id` | dropped here: the gateway has put what they name in their place |
/// | `tools` | `name`, `description`, `input_schema`; one for any object where there is no schema |
/// | `strict` and other fields of tools | dropped: they have no counterpart |
/// | `tool_choice` | `auto` (not written), `any`, `none`, `tool`; dropped without tools, as it would be refused |
/// | `parallel_tool_calls: false` | `disable_parallel_tool_use` in `tool_choice` |
/// | `stop` | `stop_sequences` |
/// | `user` | `metadata.user_id` |
/// | `thinking` | passed as it is |
/// | `enable_thinking: false`, there or in `chat_template_kwargs`; effort `none` | `thinking` `disabled` |
/// | `reasoning_effort`, `reasoning.effort` | `thinking` `enabled`: minimal and low 1024, medium 8192, high 16384, |
/// | | xhigh and max 32768 tokens, below `max_tokens`; dropped without room for 1024 or with a forced call |
/// | `chat_template_kwargs` | passed, defaults added as above |
/// | `n`, `seed`, `logprobs`, `logit_bias`, penalties, `text.verbosity` | dropped: no counterpart |
/// | `response_format`, `text.format` with a schema | `output_config.format`; without one dropped |
/// | `stream_options`, `include` | dropped: usage and signatures are always sent |
/// | `store`, `metadata`, `service_tier` and all others | dropped: they mean something to another provider, |
/// | | and fields that are not known are refused |
///
/// ## An answer of an Anthropic backend, to a client of another dialect
/// | event or field | |
/// |---|---|
/// | `message_start`: `model`, `usage` | used |
/// | `thinking`, `signature`, of a block and of deltas | used; two blocks in a row without a signature stay two by an |
/// | | empty `ReasoningSignature` |
/// | `redacted_thinking`: `data` | used |
/// | `text` | used; two blocks in a row are one text |
/// | `tool_use`: `id`, `name`, `input`, `input_json_delta` | used; `input` of the start counts when no delta follows |
/// | `index` | must be that of the open block |
/// | `citations`, blocks of tools that the provider runs, unknown blocks and deltas | no event |
/// | `stop_reason` | used; `pause_turn` is a stop, `refusal` a content filter; an unknown or missing one means |
/// | | that the answer is complete |
/// | `stop_sequence` | used |
/// | `id`, `role`, `container` | no event |
/// | `usage.input_tokens`, `cache_read_input_tokens`, `cache_creation_input_tokens` | input tokens are their sum, |
/// | | cached ones are those read; the answer to a client takes the sum apart again, creation counted as input |
/// | `usage.output_tokens` | used; reasoning tokens are not counted apart |
/// | `usage.server_tool_use`, `service_tier` | no event |
/// | `error` | `Failure` with the kind, message and status that it names |
/// | `ping`, unknown events | no event |
/// | no `message_stop`, frames that cannot be read | `Failure`: a broken answer is never a complete one |
///
/// ## An answer of an Anthropic backend, to an Anthropic client
/// | | |
/// |---|---|
/// | all frames up to the first that a filter changes | as they came, comments and unknown events included |
/// | blocks from then on | written anew, indices without a gap; unknown fields of these blocks and deltas, and |
/// | | citations, are dropped: their block is no longer the one they came in |
/// | blocks of tools that the provider runs, unknown blocks | as they came, with the index that follows |
/// | pings, comments, unknown events | as they came |
/// | `message_delta`, `message_stop` | held back, then as they came; another `stop_reason` where it was changed |
/// | a whole message that a filter changed | as it came but for `stop_reason`, where it is another, and `content`: |
/// | | a block of which another text passed keeps its other fields, what became something else is a new block, |
/// | | blocks of other kinds stay at their place |
@NullMarked
package dev.throughline.wire.anthropic;

import org.jspecify.annotations.NullMarked;
