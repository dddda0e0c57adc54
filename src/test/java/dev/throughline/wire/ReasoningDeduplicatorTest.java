package dev.throughline.wire;

import dev.throughline.conversation.Part;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ReasoningDeduplicatorTest {

    /// Each part is its path, a colon and its text; the field is the path's last step, `text` is visible text. A block
    /// is joined to the texts of its spellings.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            /1/reasoning_content:a /1/reasoning:a                       | [a+a]
            /1/reasoning_content:a /2/reasoning:b                       | [a] [b]
            /1/reasoning_content:a /1/reasoning_content:b               | [a] [b]
            /1/reasoning_content:a /1/text:t /1/reasoning:b             | [a] t [b]
            /1/content:a /1/summary:b /1/encrypted_content:c /1/text:t  | [a+b+c] t
            /1/reasoning_content:a /1/0/reasoning_details:b             | [b]
            /1/reasoning:a /1/reasoning_text:a /1/0/reasoning_details:b /1/text:t | [b] t
            /1/reasoning_content:a /1/0/reasoning_details:              | [a] []
            /1/thinking:a /1/0/reasoning_details:b                      | [a] [b]
            /1/text:t                                                   | t
            """)
    void eachBlockOccursOnce(String parts, String expected) {
        List<Part> given = Arrays.stream(parts.split(" "))
                .map(ReasoningDeduplicatorTest::part)
                .toList();

        List<Part> once = ReasoningDeduplicator.once(given, block -> Optional.of(joined(block)));

        assertThat(once.stream().map(part -> ((Part.Text) part).text()).collect(Collectors.joining(" ")))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"/1/reasoning:a /1/text:t", "/1/text:t /1/reasoning:a"})
    void aBlockThatJoinsToNothingIsLeftOut(String parts) {
        List<Part> given = Arrays.stream(parts.split(" "))
                .map(ReasoningDeduplicatorTest::part)
                .toList();

        assertThat(ReasoningDeduplicator.once(given, _ -> Optional.empty())).containsExactly(part("/1/text:t"));
    }

    private static Part joined(List<Part.Reasoning> block) {
        return new Part.Text("", block.stream().map(Part.Reasoning::text).collect(Collectors.joining("+", "[", "]")));
    }

    private static Part part(String written) {
        String path = written.substring(0, written.indexOf(':'));
        String text = written.substring(written.indexOf(':') + 1);
        String field = path.substring(path.lastIndexOf('/') + 1);
        return field.equals("text")
                ? new Part.Text(path, text)
                : new Part.Reasoning(path, field, text, Optional.empty());
    }
}
