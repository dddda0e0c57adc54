package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;

/// Writes a toy answer as a stream.
final class ToyStreamedAnswer {
    private final StringBuilder out = new StringBuilder();
    private final ToyAnswer answer;
    private final Set<ToyBackendQuirk> quirks;

    private ToyStreamedAnswer(ToyAnswer answer, Set<ToyBackendQuirk> quirks) {
        this.answer = answer;
        this.quirks = quirks;
    }

    static String of(ServerDialect dialect, ToyAnswer answer, Set<ToyBackendQuirk> quirks) {
        var stream = new ToyStreamedAnswer(answer, quirks);
        switch (dialect) {
            case CHAT -> stream.chat();
            case MESSAGES -> stream.messages();
            case RESPONSES -> stream.responses();
        }
        return stream.out.toString();
    }

    private boolean has(ToyBackendQuirk toyBackendQuirk) {
        return quirks.contains(toyBackendQuirk);
    }

    private boolean hasUsage() {
        return !has(ToyBackendQuirk.NO_USAGE) && !has(ToyBackendQuirk.NO_STREAM_USAGE);
    }

    private void chat() {
        for (String piece : pieces(answer.reasoning())) {
            delta().put(answer.field(), piece);
            send();
        }
        for (String piece : pieces(answer.content())) {
            delta().put("content", piece);
            send();
        }
        if (answer.hasCall()) {
            ObjectNode call =
                    delta().putArray("tool_calls").addObject().put("index", 0).put("id", "call_toy");
            call.putObject("function").put("name", ProbeHistories.TOOL).put("arguments", "");
            send();
            for (String piece : pieces(answer.call())) {
                ObjectNode more = delta().putArray("tool_calls").addObject().put("index", 0);
                more.putObject("function").put("arguments", piece);
                send();
            }
        }
        chatEnd();
    }

    private void chatEnd() {
        if (has(ToyBackendQuirk.STREAM_NOT_JSON)) {
            out.append("data: {oops\n\n");
        }
        if (has(ToyBackendQuirk.STREAM_WITH_ERROR)) {
            out.append("data: {\"error\": {\"message\": \"out of memory\"}}\n\n");
        }
        int finishes =
                has(ToyBackendQuirk.STREAM_WITHOUT_FINISH) ? 0 : has(ToyBackendQuirk.STREAM_TWO_FINISHES) ? 2 : 1;
        for (int i = 0; i < finishes; i++) {
            delta();
            ((ObjectNode) frame.at("/choices/0")).put("finish_reason", answer.finish());
            send();
        }
        if (hasUsage()) {
            frame = ToyWholeAnswer.JSON.createObjectNode();
            frame.putArray("choices");
            ToyWholeAnswer.usage(ServerDialect.CHAT, frame.putObject("usage"), answer);
            send();
        }
        if (!has(ToyBackendQuirk.NO_END)) {
            out.append("data: [DONE]\n\n");
        }
    }

    private ObjectNode frame = ToyWholeAnswer.JSON.createObjectNode();

    private ObjectNode delta() {
        frame = ToyWholeAnswer.JSON.createObjectNode().put("object", "chat.completion.chunk");
        return frame.putArray("choices").addObject().putNull("finish_reason").putObject("delta");
    }

    private void send() {
        out.append("data: ").append(frame).append("\n\n");
    }

    private void event(String type) {
        out.append("event: ").append(type).append('\n');
        frame.put("type", type);
        send();
        frame = ToyWholeAnswer.JSON.createObjectNode();
    }

    private void messages() {
        frame.putObject("message").putObject("usage").put("input_tokens", 4);
        event("message_start");
        ObjectNode whole = ToyWholeAnswer.of(ServerDialect.MESSAGES, answer, false);
        for (int i = 0; i < whole.path("content").size(); i++) {
            block(i, (ObjectNode) whole.path("content").get(i));
        }
        frame.putObject("delta").put("stop_reason", ToyWholeAnswer.stopReason(answer));
        if (hasUsage()) {
            ToyWholeAnswer.usage(ServerDialect.MESSAGES, frame.putObject("usage"), answer);
        }
        event("message_delta");
        if (!has(ToyBackendQuirk.NO_END)) {
            event("message_stop");
        }
    }

    private void block(int index, ObjectNode block) {
        String type = block.path("type").asText();
        String field = type.equals("tool_use") ? "input" : type;
        String text = type.equals("tool_use") ? answer.call() : block.path(type).asText();
        ObjectNode begun = block.deepCopy();
        if (type.equals("tool_use")) {
            begun.putObject(field);
        } else {
            begun.put(field, "").put("signature", "");
        }
        frame.put("index", index).set("content_block", begun);
        event("content_block_start");
        String delta = type.equals("tool_use") ? "input_json" : type;
        for (String piece : pieces(text)) {
            frame.put("index", index)
                    .putObject("delta")
                    .put("type", delta + "_delta")
                    .put(type.equals("tool_use") ? "partial_json" : type, piece);
            event("content_block_delta");
        }
        frame.put("index", index);
        event("content_block_stop");
    }

    private void responses() {
        ObjectNode whole = ToyWholeAnswer.of(ServerDialect.RESPONSES, answer, hasUsage());
        for (int i = 0; i < whole.path("output").size(); i++) {
            ObjectNode item = (ObjectNode) whole.path("output").get(i);
            frame.put("output_index", i).set("item", item);
            event("response.output_item.added");
            switch (item.path("type").asText()) {
                case "reasoning" -> deltas(i, "response.reasoning_text.delta", answer.reasoning());
                case "message" -> deltas(i, "response.output_text.delta", answer.content());
                default -> deltas(i, "response.function_call_arguments.delta", answer.call());
            }
            frame.put("output_index", i).set("item", item);
            event("response.output_item.done");
        }
        if (!has(ToyBackendQuirk.NO_END)) {
            frame.set("response", whole);
            event("response.completed");
        }
    }

    private void deltas(int index, String type, String text) {
        for (String piece : pieces(text)) {
            frame.put("output_index", index).put("delta", piece);
            event(type);
        }
    }

    private static String[] pieces(String text) {
        return text.isEmpty() ? new String[0] : text.split("(?<=\\G.{5})", -1);
    }
}
