package dev.throughline.gateway;

/// An answer in no dialect: reasoning, a text and perhaps one call.
/// @param signature proof over the reasoning; empty where the dialect has none
/// @param callId empty for an answer without a call
/// @param arguments JSON text
/// @param finish `stop`, `length` or `tool_calls`
record ProxyAnswer(
        String reasoning,
        String signature,
        String text,
        String callId,
        String name,
        String arguments,
        String finish,
        int input,
        int output) {
    /// Texts that show it when a byte is changed.
    static final ProxyAnswer CALLING = new ProxyAnswer(
            "Hm, \"quoted\" \\ and\n\tünï 😀 </x> ",
            "",
            "Let me look: \"ä\" \\n 😀",
            "call_7f3a",
            "look",
            "{\"q\": \"a \\\"b\\\" \\\\ ü 😀\", \"n\": 1.50}",
            "tool_calls",
            1234,
            56);

    static final ProxyAnswer ENDING = new ProxyAnswer("So. ", "", "Done – \"ok\".", "", "", "", "stop", 7, 3);

    boolean hasCall() {
        return !callId.isEmpty();
    }

    ProxyAnswer ending(String other) {
        return new ProxyAnswer(reasoning, signature, text, callId, name, arguments, other, input, output);
    }

    ProxyAnswer signed(String other) {
        return new ProxyAnswer(reasoning, other, text, callId, name, arguments, finish, input, output);
    }

    /// The two halves of a text, cut outside a pair of code units.
    static String[] halves(String text) {
        int middle = text.offsetByCodePoints(0, text.codePointCount(0, text.length()) / 2);
        return new String[] {text.substring(0, middle), text.substring(middle)};
    }
}
