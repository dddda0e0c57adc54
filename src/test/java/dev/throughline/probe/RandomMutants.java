package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.server.ChatWire;
import dev.throughline.harness.server.Wire;
import dev.throughline.probe.Thoughts.Thought;
import dev.throughline.verdict.Outcome;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

import static dev.throughline.verdict.Outcome.DUPLICATED;
import static dev.throughline.verdict.Outcome.MISSING;
import static dev.throughline.verdict.Outcome.MODIFIED;
import static dev.throughline.verdict.Outcome.MOVED;
import static dev.throughline.verdict.Outcome.PARTIAL;
import static dev.throughline.verdict.Outcome.RENAMED;
import static dev.throughline.verdict.Outcome.REORDERED;
import static dev.throughline.verdict.Outcome.SIGNATURE_ALTERED;
import static dev.throughline.verdict.Outcome.SIGNATURE_LOST;
import static dev.throughline.verdict.Outcome.TRIMMED;
import static dev.throughline.verdict.Outcome.TRUNCATED;

/// Clients that do one thing wrong with reasoning, and what must be said of exactly that reasoning.
final class RandomMutants {
    private static final Predicate<Wire> ANY = _ -> true;
    private static final Predicate<Wire> CHAT = ChatWire.class::isInstance;
    private static final Predicate<Wire> BLOCKS = wire -> !(wire instanceof ChatWire);

    private RandomMutants() {}

    /// @param fits whether a dialect and a scenario show it
    /// @param edit what it does to a history; it names the texts that it harms, as they were issued
    /// @param outcomes what may be said of these
    /// @param moment when it harms its own history for good; NEVER if it harms every request
    record RandomMutant(
            String name,
            BiPredicate<Wire, String> fits,
            Edit edit,
            Set<Outcome> outcomes,
            boolean breaksSignatures,
            Defect.Moment moment) {
        @Override
        public String toString() {
            return name;
        }
    }

    interface Edit {
        void on(ArrayNode history, Consumer<String> harmed);
    }

    static List<RandomMutant> all() {
        List<RandomMutant> all = new ArrayList<>();
        all.add(mutant(
                "swaps the thoughts of an answer", in(BLOCKS, "interleaved"), RandomMutants::swapWithin, REORDERED));
        all.add(mutant("swaps the thoughts of two answers", anywhere(ANY), RandomMutants::swapBetween, REORDERED));
        all.add(mutant("puts thoughts behind results", in(ANY, "tools"), RandomMutants::behindResults, REORDERED));
        all.add(mutant("puts thoughts in front", in(BLOCKS, "interleaved"), RandomMutants::inFront, REORDERED));
        all.add(changing("trims", in(ANY, "ends"), String::strip, TRIMMED));
        all.add(changing(
                "collapses white space", in(ANY, "tools", "steps", "switch"), RandomMutants::collapsed, MODIFIED));
        all.add(changing("cuts", anywhere(ANY), text -> text.substring(0, text.length() / 2), TRUNCATED));
        all.add(mutant("cuts from a step on", in(ANY, "steps", "ends"), dropping(3), MISSING));
        all.add(mutant("drops the last of two", in(BLOCKS, "interleaved"), RandomMutants::dropSecond, PARTIAL));
        all.add(mutant("joins thoughts as a proxy does", in(BLOCKS, "interleaved"), RandomMutants::join, MODIFIED));
        all.add(mutant("renames the field", anywhere(CHAT), RandomMutants::rename, RENAMED));
        all.add(mutant("puts thoughts into the text", anywhere(ANY), RandomMutants::intoText, MOVED));
        all.add(mutant("sends thoughts twice", anywhere(BLOCKS), RandomMutants::twice, DUPLICATED));
        all.add(signing("empties signatures", _ -> "", UnaryOperator.identity(), SIGNATURE_LOST));
        all.add(signing("forges signatures", proof -> "x" + proof, UnaryOperator.identity(), SIGNATURE_ALTERED));
        all.add(signing("empties signatures of cut thoughts", _ -> "", RandomMutants::half, TRUNCATED));
        all.add(signing("forges signatures of cut thoughts", proof -> "x" + proof, RandomMutants::half, TRUNCATED));
        all.add(losing("resume", Defect.Moment.RESUMED));
        all.add(losing("switch", Defect.Moment.MODEL_CHANGED));
        all.add(losing("abort", Defect.Moment.ABORTED));
        return all;
    }

    private static BiPredicate<Wire, String> anywhere(Predicate<Wire> wires) {
        return (wire, _) -> wires.test(wire);
    }

    private static BiPredicate<Wire, String> in(Predicate<Wire> wires, String... scenarios) {
        return (wire, scenario) -> wires.test(wire) && List.of(scenarios).contains(scenario);
    }

    private static RandomMutant mutant(String name, BiPredicate<Wire, String> fits, Edit edit, Outcome outcome) {
        return new RandomMutant(name, fits, edit, EnumSet.of(outcome), false, Defect.Moment.NEVER);
    }

    private static RandomMutant losing(String scenario, Defect.Moment moment) {
        return new RandomMutant("loses on " + scenario, in(ANY, scenario), dropping(0), Set.of(MISSING), false, moment);
    }

    private static RandomMutant changing(
            String name, BiPredicate<Wire, String> fits, UnaryOperator<String> change, Outcome outcome) {
        return mutant(name, fits, texts(change), outcome);
    }

    private static Edit texts(UnaryOperator<String> change) {
        return (history, harmed) -> Thoughts.of(history).forEach(thought -> {
            String text = thought.text();
            if (!change.apply(text).equals(text)) {
                harmed.accept(text);
                thought.change(change);
            }
        });
    }

    private static RandomMutant signing(
            String name, UnaryOperator<String> proof, UnaryOperator<String> text, Outcome outcome) {
        Edit edit = (history, harmed) -> Thoughts.of(history).forEach(thought -> {
            harmed.accept(thought.text());
            thought.change(text);
            thought.proof(proof);
        });
        // A chat answer with several thoughts has them in one text, without a signature.
        BiPredicate<Wire, String> fits = (wire, scenario) -> BLOCKS.test(wire) || !scenario.equals("interleaved");
        return new RandomMutant(name, fits, edit, EnumSet.of(outcome), true, Defect.Moment.NEVER);
    }

    private static Edit dropping(int kept) {
        return (history, harmed) -> Thoughts.of(history).stream().skip(kept).forEach(thought -> {
            harmed.accept(thought.text());
            thought.remove();
        });
    }

    private static String half(String text) {
        return text.substring(0, text.length() / 2);
    }

    private static String collapsed(String text) {
        return text.replaceAll("\\s+", " ");
    }

    private static void swapWithin(ArrayNode history, Consumer<String> harmed) {
        Thoughts.pairs(history).forEach(pair -> swap(pair.getFirst(), pair.getLast(), harmed));
    }

    private static void swap(Thought one, Thought other, Consumer<String> harmed) {
        harmed.accept(one.text());
        harmed.accept(other.text());
        one.swap(other);
    }

    /// The last two.
    private static void swapBetween(ArrayNode history, Consumer<String> harmed) {
        List<Thought> all = Thoughts.of(history);
        if (all.size() > 1) {
            swap(all.get(all.size() - 2), all.getLast(), harmed);
        }
    }

    private static void behindResults(ArrayNode history, Consumer<String> harmed) {
        for (Thought thought : Thoughts.of(history)) {
            List<JsonNode> messages = Edits.elements(history);
            int at = 0;
            while (at < messages.size() && !holds(messages.get(at), thought)) {
                at++;
            }
            int behind = at + 1;
            while (behind < messages.size() && !isResult(messages.get(behind)) && !isOfUser(messages.get(behind))) {
                behind++;
            }
            if (behind < messages.size() - 1 && isResult(messages.get(behind))) {
                harmed.accept(thought.text());
                boolean isItem = thought.siblings() == history && !thought.isField();
                ObjectNode moved = isItem ? thought.object() : message(thought);
                messages.add(behind + 1, moved);
                if (isItem) {
                    messages.remove(at);
                }
                Edits.replace(history, messages);
            }
        }
    }

    private static boolean holds(JsonNode message, Thought thought) {
        return message == thought.object() || message.path("content") == thought.siblings();
    }

    private static boolean isResult(JsonNode message) {
        return message.path("role").asText().equals("tool")
                || message.path("type").asText().endsWith("_output")
                || message.path("content").path(0).path("type").asText().equals("tool_result");
    }

    private static boolean isOfUser(JsonNode message) {
        return message.path("role").asText().equals("user") && !isResult(message);
    }

    private static ObjectNode message(Thought thought) {
        boolean isField = thought.isField();
        ObjectNode taken = thought.remove();
        ObjectNode message = Wire.JSON.createObjectNode().put("role", "assistant");
        if (isField) {
            return message.put("content", "").setAll(taken);
        }
        message.putArray("content").add(taken);
        return message;
    }

    /// Those that stand between calls.
    private static void inFront(ArrayNode history, Consumer<String> harmed) {
        Thoughts.pairs(history).forEach(pair -> harmed.accept(pair.getLast().text()));
        Edits.thoughtsFirst(history);
    }

    private static void dropSecond(ArrayNode history, Consumer<String> harmed) {
        Thoughts.pairs(history).forEach(pair -> {
            harmed.accept(pair.getLast().text());
            pair.getLast().remove();
        });
    }

    private static void join(ArrayNode history, Consumer<String> harmed) {
        Thoughts.pairs(history).forEach(pair -> {
            String second = pair.getLast().text();
            harmed.accept(pair.getFirst().text());
            harmed.accept(second);
            pair.getFirst().change(text -> text + second);
            pair.getLast().remove();
        });
    }

    private static void rename(ArrayNode history, Consumer<String> harmed) {
        Thoughts.of(history).forEach(thought -> {
            harmed.accept(thought.text());
            thought.object().put("reasoning", thought.text());
            thought.object().remove(List.of("reasoning_content", "reasoning_details"));
        });
    }

    private static void intoText(ArrayNode history, Consumer<String> harmed) {
        Thoughts.of(history).forEach(thought -> {
            String text = "<think>" + thought.text() + "</think>";
            harmed.accept(thought.text());
            if (thought.isField()) {
                String content = thought.object().path("content").asText("");
                thought.remove();
                ArrayNode parts = thought.object().putArray("content");
                parts.addObject().put("type", "text").put("text", text);
                parts.addObject().put("type", "text").put("text", content);
            } else if (thought.object().has("thinking")) {
                thought.object().removeAll().put("type", "text").put("text", text);
            } else {
                ObjectNode item = thought.object().removeAll().put("role", "assistant");
                item.put("type", "message")
                        .putArray("content")
                        .addObject()
                        .put("type", "output_text")
                        .put("text", text);
            }
        });
    }

    private static void twice(ArrayNode history, Consumer<String> harmed) {
        for (Thought thought : Thoughts.of(history)) {
            harmed.accept(thought.text());
            List<JsonNode> all = Edits.elements(thought.siblings());
            all.add(Thoughts.indexOf(all, thought.object()), thought.object().deepCopy());
            Edits.replace(thought.siblings(), all);
        }
    }
}
