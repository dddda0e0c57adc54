package dev.throughline.harness.server;

import dev.throughline.harness.probe.ProbeHistories;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The scripted model's answer to a user message or to a tool's result, token by token.
///
/// @param markers tokens of a prompt that select it: of all markers the last one in the prompt decides
/// @param tokens no token twice
/// @param end the token that ends it, at which a server stops
record ModelScript(List<String> markers, List<String> tokens, String end) {
    /// A user message is answered by reasoning and a call of the tool that the check offers, a tool's result by
    /// reasoning and text. The markers are the roles in the layout of GLM-4.7 and in ChatML.
    static final List<ModelScript> ALL = List.of(
            new ModelScript(
                    List.of("<|user|>", "<|im_start|>user"),
                    List.of(
                            "<think>",
                            "Nobody knows that by heart,",
                            " so a tool",
                            " must be asked.",
                            "</think>",
                            "I will look it up.",
                            "<tool_call>",
                            ProbeHistories.TOOL,
                            "<arg_key>",
                            "place",
                            "</arg_key>",
                            "<arg_value>",
                            "Lisbon",
                            "</arg_value>",
                            "</tool_call>"),
                    "<|observation|>"),
            new ModelScript(
                    List.of("<|observation|>", "<|im_start|>tool"),
                    List.of("<think>", "That is", " what was asked for.", "</think>", "It is mild", " and dry", "."),
                    "<|user|>"));

    /// Tokens that never appear in the text of an answer.
    static final List<String> CONTROL = List.of(
            "<|endoftext|>",
            "[gMASK]",
            "<sop>",
            "<|system|>",
            "<|user|>",
            "<|assistant|>",
            "<|observation|>",
            "<|im_start|>",
            "<|im_start|>user",
            "<|im_start|>tool",
            "<|im_end|>");

    /// Tokens of GLM's layout that a server's parsers look for in the text.
    static final List<String> MARKUP = List.of(
            "<think>",
            "</think>",
            "<tool_call>",
            "</tool_call>",
            "<tool_response>",
            "</tool_response>",
            "<arg_key>",
            "</arg_key>",
            "<arg_value>",
            "</arg_value>");

    /// Tokens at which servers stop.
    static final List<String> STOPS = List.of("<|endoftext|>", "<|user|>", "<|observation|>", "<|im_end|>");

    /// The tokens that are words of the scripts, beside bytes and markup.
    static List<String> words() {
        Set<String> words = new LinkedHashSet<>();
        ALL.forEach(script -> words.addAll(script.tokens()));
        words.removeIf(word -> MARKUP.contains(word) || word.length() == 1);
        return List.copyOf(words);
    }

    /// The token behind each of its tokens.
    List<String> successors() {
        List<String> successors = new ArrayList<>(tokens.subList(1, tokens.size()));
        successors.add(end);
        return successors;
    }

    /// All that it says, with its end.
    Stream<String> said() {
        return Stream.concat(tokens.stream(), Stream.of(end));
    }
}
