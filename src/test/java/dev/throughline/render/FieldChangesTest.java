package dev.throughline.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.throughline.render.jinja.Origin;
import dev.throughline.render.jinja.TemplateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// One letter of one field is changed: exactly the characters that claim it change, in our own templates and in those
/// of a file that the property `throughline.render.cases` names (see `EngineFileTest`).
class FieldChangesTest {
    private static final String CASES = "throughline.render.cases";
    /// Names that templates compare, so that another value chooses another text.
    private static final Set<String> COMPARED = Set.of("role", "type", "id", "tool_call_id");
    private static final String CONVERSATION = """
            {"clear_thinking": false, "add_generation_prompt": false,
             "tools": [{"type": "function", "function": {"name": "find", "description": "looks for things",
                "parameters": {"type": "object", "properties": {"place": {"type": "string", "description": "where"}}}}}],
             "messages": [
              {"role": "system", "content": "be brief"},
              {"role": "user", "content": "where are they"},
              {"role": "assistant", "content": "looking", "reasoning_content": "think of the mat",
               "tool_calls": [{"id": "c1", "type": "function", "function":
                 {"name": "find", "arguments": {"place": "mat", "deep": {"list": ["one", "two"]}}}}]},
              {"role": "tool", "tool_call_id": "c1", "content": "under the mat"},
              {"role": "assistant", "content": "found them", "reasoning_content": "say so"}]}""";

    /// What was tried.
    ///
    /// @param shown letters that the prompt has
    /// @param pointers of fields that the prompt has
    private record Tried(int letters, int shown, Set<String> pointers) {}

    static Stream<GlmVersion> versions() {
        return GlmVersion.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("versions")
    void exactlyTheCharactersThatClaimAFieldChangeWithIt(GlmVersion version) {
        Tried tried = tryAll(
                version.name(),
                ChatTemplate.parse(version.template()),
                RenderedConversations.json(CONVERSATION),
                RenderedConversations.NOON,
                true);

        assertThat(tried.pointers())
                .contains(
                        "/messages/0/content",
                        "/messages/1/content",
                        "/messages/2/content",
                        "/messages/2/reasoning_content",
                        "/messages/2/tool_calls/0/function/name",
                        "/messages/2/tool_calls/0/function/arguments/place",
                        "/messages/2/tool_calls/0/function/arguments/deep/list/1",
                        "/messages/3/content",
                        "/messages/4/reasoning_content",
                        "/tools/0/function/name",
                        "/tools/0/function/description",
                        "/tools/0/function/parameters/properties/place/description");
    }

    /// Templates that look into a text may write another prompt for another letter; then nothing is claimed of it.
    @Test
    @EnabledIfSystemProperty(
            named = CASES,
            matches = ".+",
            disabledReason = "no file of real templates was named (-Dthroughline.render.cases=FILE)")
    void soItIsInRealTemplates() throws IOException {
        JsonNode file = new JsonMapper().readTree(Files.readAllBytes(Path.of(System.getProperty(CASES))));
        Map<String, ChatTemplate> templates = new HashMap<>();
        int shown = 0;
        Set<String> seen = new HashSet<>();
        for (JsonNode each : file.path("cases")) {
            String name = each.path("template").asText();
            int size = each.path("ctx").toString().length();
            boolean isWorth = each.has("ok") && size < 3_000 && seen.add(name + size / 300);
            if (isWorth) {
                ChatTemplate template = templates.computeIfAbsent(
                        name,
                        key -> ChatTemplate.parse(
                                file.path("templates").path(key).textValue()));
                LocalDateTime now = LocalDateTime.parse(each.path("now").asText());
                shown += tryAll(each.path("id").asText(), template, (ObjectNode) each.path("ctx"), now, false)
                        .shown();
            }
        }
        assertThat(shown).isGreaterThan(10_000);
    }

    private static Tried tryAll(
            String name, ChatTemplate template, ObjectNode context, LocalDateTime now, boolean isStrict) {
        Rendering before = template.render(context, now);
        int letters = 0;
        int shown = 0;
        Set<String> pointers = new HashSet<>();
        for (String pointer : texts(context, "", new ArrayList<>())) {
            String value = context.at(pointer).textValue();
            for (int at = 0; at < value.length(); at += isStrict ? 1 : 1 + value.length() / 8) {
                if (!Character.isLowerCase(value.charAt(at)) || value.charAt(at) > 'z') {
                    continue;
                }
                letters++;
                List<Integer> claiming = claiming(before, pointer, at);
                Rendering after = render(template, with(context, pointer, value, at), now, before);
                boolean isOther = after.text().length() != before.text().length();
                if (isStrict || !isOther) {
                    assertThat(changed(before.text(), after.text()))
                            .as("%s: letter %d of %s", name, at, pointer)
                            .isEqualTo(claiming);
                    shown += claiming.isEmpty() ? 0 : 1;
                    if (!claiming.isEmpty()) {
                        pointers.add(pointer);
                    }
                }
            }
        }
        return new Tried(letters, shown, pointers);
    }

    /// Where another letter makes the template refuse, there is nothing to compare.
    private static Rendering render(ChatTemplate template, ObjectNode context, LocalDateTime now, Rendering before) {
        try {
            return template.render(context, now);
        } catch (TemplateException _) {
            return before.followedBy("refused");
        }
    }

    private static List<String> texts(JsonNode node, String pointer, List<String> found) {
        if (node.isTextual() && !COMPARED.contains(pointer.substring(pointer.lastIndexOf('/') + 1))) {
            found.add(pointer);
        }
        node.properties().forEach(member -> {
            boolean isOption = pointer.isEmpty()
                    && !Set.of("messages", "tools", "documents").contains(member.getKey());
            if (!isOption) {
                String key = member.getKey().replace("~", "~0").replace("/", "~1");
                texts(member.getValue(), pointer + "/" + key, found);
            }
        });
        for (int index = 0; node.isArray() && index < node.size(); index++) {
            texts(node.get(index), pointer + "/" + index, found);
        }
        return found;
    }

    private static ObjectNode with(ObjectNode context, String pointer, String value, int at) {
        ObjectNode copy = context.deepCopy();
        int slash = pointer.lastIndexOf('/');
        String changed = value.substring(0, at) + (value.charAt(at) == 'q' ? 'w' : 'q') + value.substring(at + 1);
        String key = pointer.substring(slash + 1).replace("~1", "/").replace("~0", "~");
        switch (copy.at(pointer.substring(0, slash))) {
            case ObjectNode object -> object.put(key, changed);
            case ArrayNode array -> array.set(Integer.parseInt(key), TextNode.valueOf(changed));
            default -> throw new AssertionError(pointer);
        }
        return copy;
    }

    private static List<Integer> changed(String before, String after) {
        assertThat(after).hasSameSizeAs(before);
        List<Integer> found = new ArrayList<>();
        for (int at = 0; at < before.length(); at++) {
            if (before.charAt(at) != after.charAt(at)) {
                found.add(at);
            }
        }
        return found;
    }

    private static List<Integer> claiming(Rendering prompt, String pointer, int offset) {
        List<Integer> found = new ArrayList<>();
        for (PromptSpan span : prompt.spans()) {
            int at = span.from() + offset - span.offset();
            boolean isHere = span.origin() instanceof Origin.Content content
                    && content.pointer().toString().equals(pointer)
                    && at >= span.from()
                    && at < span.to();
            if (isHere) {
                found.add(at);
            }
        }
        return found;
    }
}
