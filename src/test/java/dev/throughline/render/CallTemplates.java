package dev.throughline.render;

/// Small templates of our own, each with one way in which families write calls.
public final class CallTemplates {
    /// Objects in tags, as Hermes and Qwen 2.5 and 3 have them.
    public static final String OBJECTS = turns("", """
            <tool_call>
            {"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}
            </tool_call>
            """, "");
    /// A list of objects behind one marker, as Mistral's first models have it.
    public static final String LIST = """
            {%- for m in messages -%}
            {%- if m.role == 'user' %}[INST] {{ m.content }}[/INST]{% elif m.tool_calls -%}
            [TOOL_CALLS] [{% for call in m.tool_calls %}{"name": "{{ call.function.name }}", \
            "arguments": {{ call.function.arguments | tojson }}, "id": "{{ call.id }}"}
            {%- if not loop.last %}, {% endif %}{% endfor %}]</s>{% else %} \
            {{ m.content }}</s>{% endif %}{% endfor %}""";
    /// A marker, the name, and the arguments, as Mistral's later models have it.
    public static final String NAMED = """
            {%- for m in messages -%}
            {%- if m.role == 'user' %}[INST]{{ m.content }}[/INST]{% elif m.role == 'assistant' -%}
            {%- if m.reasoning_content %}[THINK]{{ m.reasoning_content }}[/THINK]{% endif %}{{ m.content }}
            {%- for call in m.tool_calls or [] -%}
            [TOOL_CALLS]{{ call.function.name }}[CALL_ID]{{ call.id }}[ARGS]{{ call.function.arguments | tojson }}
            {%- endfor %}</s>{% endif %}{% endfor %}""";
    /// Blocks of calls with fenced arguments, as DeepSeek's models have them.
    public static final String FENCED = turns("<\uFF5Ccalls\u2581begin\uFF5C>", """
            <\uFF5Ccall\u2581begin\uFF5C>function<\uFF5Csep\uFF5C>{{ call.function.name }}
            ```json
            {{ call.function.arguments | tojson }}
            ```<\uFF5Ccall\u2581end\uFF5C>
            """, "<\uFF5Ccalls\u2581end\uFF5C>");
    /// The name is in the id of a call, as Kimi's models have it.
    public static final String IDS = turns(
            "<|calls_begin|>",
            "<|call_begin|>{{ call.id }}<|argument_begin|>{{ call.function.arguments | tojson }}<|call_end|>",
            "<|calls_end|>");
    /// A tag for each argument, as Qwen 3 Coder and Seed have them.
    public static final String PARAMETERS = turns("", """
            <tool_call>
            <function={{ call.function.name }}>
            {% for key, value in call.function.arguments.items() %}<parameter={{ key }}>
            {{ value if value is string else value | tojson }}
            </parameter>
            {% endfor %}</function>
            </tool_call>
            """, "");
    /// Attributes in a block, as MiniMax's models have them.
    public static final String ATTRIBUTES = turns("<mini:tool_call>\n", """
            <invoke name="{{ call.function.name }}">
            {% for key, value in call.function.arguments.items() %}\
            <parameter name="{{ key }}">{{ value if value is string else value | tojson }}</parameter>
            {% endfor %}</invoke>
            """, "</mini:tool_call>");
    /// A recipient in the header of a message, as gpt-oss has it.
    public static final String RECIPIENT = """
            {%- for m in messages -%}
            {%- if m.tool_calls -%}
            <|start|>assistant to=functions.{{ m.tool_calls[0].function.name }}\
            <|channel|>commentary json<|message|>{{ m.tool_calls[0].function.arguments | tojson }}<|call|>
            {%- elif m.role == 'assistant' -%}
            {%- if m.thinking %}<|start|>assistant<|channel|>analysis<|message|>{{ m.thinking }}<|end|>{% endif -%}
            <|start|>assistant<|channel|>final<|message|>{{ m.content }}<|return|>
            {%- else %}<|start|>{{ m.role }}<|message|>{{ m.content }}<|end|>{% endif %}{% endfor %}
            {%- if add_generation_prompt %}<|start|>assistant{% endif %}""";
    /// Calls as code, which is not understood.
    public static final String CODE = turns("<|calls_start|>[", """
            {{ call.function.name }}({% for key, value in call.function.arguments.items() %}\
            {{ key }}="{{ value }}", {% endfor %})
            """, "]<|calls_end|>");

    private CallTemplates() {}

    private static String turns(String before, String call, String after) {
        return "{%- for m in messages -%}<|im_start|>{{ m.role }}\n"
                + "{% if m.reasoning_content %}<think>{{ m.reasoning_content }}</think>{% endif %}{{ m.content }}"
                + "{% if m.tool_calls %}" + before + "{% for call in m.tool_calls %}" + call.stripTrailing()
                + "{% if not loop.last %}\n{% endif %}{% endfor %}" + after + "{% endif %}<|im_end|>\n{% endfor -%}"
                + "{%- if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";
    }
}
