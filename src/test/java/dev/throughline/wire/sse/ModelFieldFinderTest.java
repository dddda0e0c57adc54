package dev.throughline.wire.sse;

import dev.throughline.testing.Cuts;
import dev.throughline.testing.Thorough;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class ModelFieldFinderTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"model\":\"a\"}|a",
                "{ \"input\" : [\"model\", {\"model\":\"inner\"}], \"model\" :\t\"b\", \"model\":\"second\"}|b",
                "{\"x\":\"model\",\"y\":\"\\\"model\\\":\",\"model\":\"z-ai/\\u0067lm \\\"q\\\"\"}|z-ai/glm \"q\"",
                "{\"models\":\"no\",\"mode\":\"no\",\"\\\\model\":\"no\",\"o\":{\"model\":\"no\"},\"model\":\"äöü\"}|äöü",
            })
    void findsTheModelAtTheTopHoweverTheBodyIsCut(String body, String model) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        Cuts.each(bytes, (label, chunks) -> {
            var prefix = new ModelFieldFinder();
            Cuts.feed(chunks, prefix::feed);
            assertThat(prefix.model()).as(label).contains(model);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[{\"model\":\"a\"}]",
                "\"model\"",
                "model",
                "{\"model\":1}",
                "{\"model\":null,\"x\":\"a\"}",
                "{\"model\":{\"model\":\"a\"}}",
                "{\"model\":[\"a\"]}",
                "{\"input\":{\"model\":\"a\"}}",
                "{\"input\":\"\\\"model\\\":\\\"a\\\"\"}",
                "{\"model\":\"cut",
            })
    void findsNoneWhereThereIsNone(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        Cuts.each(bytes, (label, chunks) -> {
            var prefix = new ModelFieldFinder();
            Cuts.feed(chunks, prefix::feed);
            assertThat(prefix.model()).as(label).isEmpty();
            assertThat(prefix.renamed(bytes, "other")).as(label).isSameAs(bytes);
        });
    }

    @Test
    void isSettledAtTheModelAndRenamesOnlyItsValue() {
        byte[] start = "{\"n\":1.50,\n \"model\" : \"short\"".getBytes(StandardCharsets.UTF_8);
        byte[] more = ", \"input\":\"model\"".getBytes(StandardCharsets.UTF_8);
        var prefix = new ModelFieldFinder();

        boolean isSettled = prefix.feed(start);

        assertThat(isSettled).isTrue();
        byte[] came = new byte[start.length + more.length];
        System.arraycopy(start, 0, came, 0, start.length);
        System.arraycopy(more, 0, came, start.length, more.length);
        assertThat(new String(prefix.renamed(came, "a \"longer\" name"), StandardCharsets.UTF_8))
                .isEqualTo("{\"n\":1.50,\n \"model\" : \"a \\\"longer\\\" name\", \"input\":\"model\"");
    }

    @Test
    void aNameWithoutEndIsNoneAndIsNotKept() {
        var prefix = new ModelFieldFinder();

        prefix.feed(("{\"model\":\"" + "x".repeat(5_000) + "\"").getBytes(StandardCharsets.UTF_8));

        assertThat(prefix.model()).isEmpty();
    }
}
