package dev.throughline.vendor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.vendor.IssuedThoughts.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// What vendors answered to requests, as reports and documents show it: each refusal beside the request that differs
/// from it in the one thing that matters.
class VendorAnswersTest {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final Path ANSWERS = Path.of("src/test/resources/vendor/answers.jsonl");
    private static final int QUESTIONS = 76;

    static Stream<Answer> answers() throws IOException {
        List<Answer> answers = new ArrayList<>();
        for (String line : Files.readAllLines(ANSWERS)) {
            answers.add(new Answer(MAPPER.readTree(line)));
        }
        return answers.stream();
    }

    record Answer(JsonNode json) {
        Profile profile() {
            return RuleBook.bundled()
                    .profile(json.path("profile").asText())
                    .orElseThrow(() -> new AssertionError("no profile " + json.path("profile")));
        }

        VendorRequest request() {
            Map<String, String> scope = new TreeMap<>();
            json.path("scope")
                    .properties()
                    .forEach(one -> scope.put(one.getKey(), one.getValue().asText()));
            return new VendorRequest(
                    json.path("form").asText(), (ObjectNode) json.path("body"), words("betas"), words("facts"), scope);
        }

        private Set<String> words(String field) {
            Set<String> words = new HashSet<>();
            json.path(field).forEach(word -> words.add(word.asText()));
            return words;
        }

        List<Violation> judged() {
            return VendorLaw.judge(profile(), request(), this::issued);
        }

        private Origin issued(String proof) {
            JsonNode thought = json.path("thoughts").path(proof);
            if (thought.isMissingNode()) {
                return new Origin.Unknown();
            }
            if (thought.isTextual()) {
                return new Origin.Foreign();
            }
            Map<String, String> scope = new TreeMap<>();
            thought.path("scope")
                    .properties()
                    .forEach(one -> scope.put(one.getKey(), one.getValue().asText()));
            return new Origin.Known(new IssuedThoughts.Thought(
                    thought.path("vendor").asText(),
                    thought.path("model").asText(),
                    thought.path("form").asText(),
                    thought.path("id").asText(),
                    thought.path("text").asText(),
                    thought.path("neighbour").asText(),
                    scope,
                    prefix(thought.path("prefix").asText())));
        }

        /// `@1`: of the first message, as the request was when the thought was issued.
        private String prefix(String form) {
            if (form.isEmpty()) {
                return "";
            }
            ObjectNode then = ((ObjectNode) json.path("body")).deepCopy();
            then.setAll((ObjectNode) json.path("issuedWith"));
            return PrefixHash.of(then, Integer.parseInt(form.substring(1)));
        }

        @Override
        public String toString() {
            return json.path("row").asText() + " " + json.path("profile").asText() + " "
                    + json.path("answer").asText() + " " + json.path("says").asText();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("answers")
    void isAnsweredAsTheVendorAnswers(Answer answer) {
        List<Violation> judged = answer.judged();
        JsonNode json = answer.json();

        switch (json.path("answer").asText()) {
            case "accepted" -> assertThat(judged).isEmpty();
            case "refused" -> {
                Violation violation = judged.stream()
                        .filter(Violation::isRefused)
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("accepted"));
                assertThat(violation.error().status())
                        .isEqualTo(json.path("status").asInt());
                assertThat(violation.error().message())
                        .contains(json.path("says").asText());
                assertThat(violation.error().isWrapped())
                        .isEqualTo(json.path("raw").asBoolean());
            }
            case "warned" ->
                only(judged, Violation.Kind.WARNED, json.path("says").asText());
            case "dropped" ->
                only(judged, Violation.Kind.SILENTLY_DROPPED, json.path("says").asText());
            default -> throw new AssertionError(json);
        }
    }

    private static void only(List<Violation> judged, Violation.Kind kind, String says) {
        assertThat(judged).isNotEmpty().allMatch(violation -> violation.kind() == kind);
        assertThat(judged).anyMatch(violation -> violation.error().message().contains(says));
    }

    @Test
    void everyQuestionIsAsked() throws IOException {
        Set<Integer> asked = new TreeSet<>();
        answers().forEach(answer -> asked.add(answer.json().path("row").asInt()));

        assertThat(asked).hasSize(QUESTIONS).contains(1, QUESTIONS);
    }
}
