package dev.throughline.fuzz;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Dialect;
import java.util.List;
import java.util.stream.Stream;

/// Requests with everything that a client of a dialect may write, to be damaged.
final class RandomRequestBodies {
    private static final ObjectNode CHAT = RandomJson.object("""
            {"model":"m","stream":true,"stream_options":{"include_usage":true},"max_tokens":9,"max_completion_tokens":9,
             "temperature":0.7,"user":"u","n":1,"stop":["x"],"reasoning_effort":"high","parallel_tool_calls":true,
             "response_format":{"type":"json_schema","json_schema":{"name":"a","schema":{"type":"object"}}},
             "chat_template_kwargs":{"enable_thinking":true,"clear_thinking":false},"thinking":{"type":"enabled"},
             "tool_choice":{"type":"function","function":{"name":"tick"}},
             "tools":[{"type":"function","function":{"name":"tick","description":"d","strict":true,
               "parameters":{"type":"object","properties":{"a":{"type":"string"}}}}},{"type":"web_search"}],
             "messages":[{"role":"system","content":"s"},{"role":"developer","content":[{"type":"text","text":"d"}]},
              {"role":"user","name":"n","content":[{"type":"text","text":"look"},
               {"type":"image_url","image_url":{"url":"data:image/png;base64,AA==","detail":"low"}},
               {"type":"image_url","image_url":"https://example.org/a.png"},{"type":"input_audio","input_audio":{}}]},
              {"role":"assistant","content":"<think>t</think>said","reasoning_content":"because","reasoning":"because",
               "reasoning_text":"r","reasoning_details":[{"type":"reasoning.text","text":"t","signature":"s","index":0,
               "format":"f"},{"type":"reasoning.encrypted","data":"x"},{"type":"reasoning.summary","summary":"y"}],
               "refusal":null,"tool_calls":[{"id":"call_1","type":"function",
               "function":{"name":"tick","arguments":"{\\"a\\":\\"b\\"}"}},{"id":"call_2","type":"function",
               "function":{"name":"tick"}}]},
              {"role":"tool","tool_call_id":"call_1","content":"ok"},
              {"role":"tool","tool_call_id":"call_2","content":[{"type":"text","text":"ok"},
               {"type":"image_url","image_url":{"url":"data:image/png;base64,AA=="}}]},
              {"role":"assistant","content":[{"type":"thinking","thinking":"w"},{"type":"reasoning","text":"v"},
               {"type":"refusal","refusal":"no"},{"type":"output_text","text":"o"}],"function_call":{"name":"f",
               "arguments":"{}"}},{"role":"function","name":"f","content":"r"},{"role":"user","content":"go on"}]}
            """);
    private static final ObjectNode ANTHROPIC = RandomJson.object("""
            {"model":"m","max_tokens":9,"stream":true,"temperature":1,"stop_sequences":["x"],"top_k":3,
             "metadata":{"user_id":"u"},"service_tier":"auto","output_config":{"effort":"high","format":{"type":"json_schema",
              "schema":{"type":"object"}}},"betas":["b"],"anthropic_beta":["b"],"container":"c","mcp_servers":[],
             "thinking":{"type":"enabled","budget_tokens":1024,"clear_thinking":false},
             "context_management":{"edits":[{"type":"clear_thinking_20251015","keep":"all"}]},
             "tool_choice":{"type":"tool","name":"tick","disable_parallel_tool_use":true},
             "tools":[{"name":"tick","description":"d","strict":true,"cache_control":{"type":"ephemeral"},
               "input_schema":{"type":"object","properties":{"a":{"type":"string"}}}},
              {"type":"web_search_20250305","name":"web_search"}],
             "system":[{"type":"text","text":"s","cache_control":{"type":"ephemeral"}}],
             "messages":[{"role":"user","content":"hi"},
              {"role":"assistant","content":[{"type":"thinking","thinking":"because","signature":"s"},
               {"type":"redacted_thinking","data":"x"},{"type":"text","text":"said"},
               {"type":"tool_use","id":"toolu_1","name":"tick","input":{"a":"b"}},
               {"type":"server_tool_use","id":"srv_1","name":"web_search","input":{}},
               {"type":"tool_use","id":"toolu_2","name":"tick","input":{}}]},
              {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"ok"},
               {"type":"tool_result","tool_use_id":"toolu_2","is_error":true,"content":[{"type":"text","text":"no"},
                {"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA=="}}]},
               {"type":"text","text":"<system-reminder>r</system-reminder>"},
               {"type":"image","source":{"type":"url","url":"https://example.org/a.png"}},
               {"type":"image","source":{"type":"file","file_id":"f"}},
               {"type":"document","source":{"type":"text","data":"d"}}]},
              {"role":"assistant","content":"more"},{"role":"user","content":[{"type":"text","text":"go on"}]}]}
            """);
    private static final ObjectNode RESPONSES = RandomJson.object("""
            {"model":"m","stream":true,"instructions":"i","max_output_tokens":9,"previous_response_id":"resp_k1",
             "reasoning":{"effort":"high","summary":"auto"},"text":{"format":{"type":"json_schema","name":"a","schema":
              {"type":"object"}},"verbosity":"low"},"store":false,"include":["reasoning.encrypted_content"],
             "parallel_tool_calls":true,"max_tool_calls":3,"truncation":"auto","user":"u","prompt_cache_key":"k",
             "metadata":{"a":"b"},"service_tier":"auto","stream_options":{"include_obfuscation":false},
             "tool_choice":{"type":"function","name":"tick"},
             "tools":[{"type":"function","name":"tick","description":"d","strict":true,
               "parameters":{"type":"object","properties":{"a":{"type":"string"}}}},
              {"type":"custom","name":"free","description":"d","format":{"type":"text"}},{"type":"web_search"},
              {"type":"namespace","name":"ns","tools":[{"type":"function","name":"in"}]},{"type":"local_shell"}],
             "input":[{"role":"user","content":"hi"},{"type":"message","role":"developer","content":[{"type":"input_text",
               "text":"d"}]},{"type":"message","role":"user","content":[{"type":"input_text","text":"look"},
               {"type":"input_image","image_url":"data:image/png;base64,AA==","detail":"low"},
               {"type":"input_image","file_id":"f"},{"type":"input_file","file_id":"f"}]},
              {"type":"reasoning","id":"rs_k1_0","summary":[{"type":"summary_text","text":"sum"}],
               "content":[{"type":"reasoning_text","text":"because"}],"encrypted_content":"x","status":"completed"},
              {"type":"message","id":"msg_k1_1","role":"assistant","status":"completed","content":[{"type":"output_text",
               "text":"said","annotations":[],"logprobs":[]},{"type":"refusal","refusal":"no"}]},
              {"type":"function_call","id":"fc_k1_2","call_id":"call_1","name":"tick","arguments":"{\\"a\\":\\"b\\"}",
               "status":"completed"},{"type":"custom_tool_call","call_id":"call_2","name":"free","input":"x"},
              {"type":"function_call_output","call_id":"call_1","output":"ok"},
              {"type":"function_call_output","call_id":"call_1","output":[{"type":"input_text","text":"ok"},
               {"type":"input_image","image_url":"https://example.org/a.png"}]},
              {"type":"custom_tool_call_output","call_id":"call_2","output":"ok"},
              {"type":"item_reference","id":"rs_k1_0"},{"type":"web_search_call","id":"ws_1","status":"completed"},
              {"type":"local_shell_call","call_id":"call_3","action":{"type":"exec","command":["ls"]}},
              {"role":"user","content":"go on"}]}
            """);
    /// Names and texts of all dialects: a field of one replaces another's.
    static final List<String> WORDS = RandomJson.words(Stream.of(CHAT, ANTHROPIC, RESPONSES));

    private RandomRequestBodies() {}

    static ObjectNode whole(Dialect dialect) {
        return switch (dialect) {
            case OPENAI_CHAT -> CHAT;
            case ANTHROPIC -> ANTHROPIC;
            case RESPONSES -> RESPONSES;
        };
    }

    /// Bodies of this dialect, damaged; seldom of another one or of none.
    static InputShape<byte[]> requests(Dialect dialect) {
        return new InputShape<>(
                seededChoices -> request(dialect, seededChoices), RandomJson::smaller, HostileTexts::literal);
    }

    private static byte[] request(Dialect dialect, SeededChoices seededChoices) {
        if (seededChoices.oneIn(30)) {
            return HostileTexts.any(seededChoices).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        }
        ObjectNode body = whole(seededChoices.oneIn(20) ? seededChoices.of(Dialect.values()) : dialect);
        return seededChoices.oneIn(30)
                ? RandomJson.written(RandomJson.object(seededChoices, WORDS, 4), seededChoices)
                : RandomJson.written(RandomJson.damaged(body, seededChoices, WORDS), seededChoices);
    }
}
