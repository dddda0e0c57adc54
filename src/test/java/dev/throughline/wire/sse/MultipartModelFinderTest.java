package dev.throughline.wire.sse;

import dev.throughline.testing.Cuts;
import dev.throughline.testing.Thorough;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class MultipartModelFinderTest {
    private static final String TYPE = "multipart/form-data; boundary=x-1";

    /// `|` is a line break.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--x-1|Content-Disposition: form-data; name=\"model\"||NAME|--x-1--|",
                "preamble|--x-1 |content-disposition:form-data;name=model||NAME|--x-1--",
                "--x-1|Content-Disposition: form-data; name=\"file\"; filename=\"model\"|Content-Type: audio/wav||"
                        + "--x-1 |--x-|NAME|--x-11|no|--x-1|X: y|Content-Disposition: form-data; name=\"model\"||NAME"
                        + "|--x-1|Content-Disposition: form-data; name=\"model\"||second|--x-1--",
                "--x-1|Content-Disposition: form-data; name=\"n\"|||--x-1||no headers|--x-1|"
                        + "Content-Disposition: form-data; name=\"model\"|Content-Type: text/plain||NAME|--x-1",
                "--x-1|Content-Disposition: form-data; name=\"model\"; filename=\"model\"||a file|--x-1|"
                        + "Content-Disposition: form-data; name=\"model\"||NAME|--x-1|",
            })
    void findsTheFieldHoweverTheFormIsCutAndRenamesOnlyIt(String form) {
        String body = form.replace("|", "\r\n").replace("NAME", "whisper-\u00e4");
        byte[] bytes = (body + "\r\n").getBytes(StandardCharsets.UTF_8);
        int at = body.lastIndexOf("whisper");
        String renamed = body.substring(0, at) + "other" + body.substring(at + "whisper-\u00e4".length()) + "\r\n";

        Cuts.each(bytes, (label, chunks) -> {
            MultipartModelFinder finder = MultipartModelFinder.of(TYPE).orElseThrow();
            Cuts.feed(chunks, finder::feed);
            assertThat(finder.model()).as(label).contains("whisper-\u00e4");
            assertThat(new String(finder.renamed(bytes, "other"), StandardCharsets.UTF_8))
                    .as(label)
                    .isEqualTo(renamed);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--x-1--",
                "{\"model\":\"a\"}",
                "--x-1|Content-Disposition: form-data; name=\"model\"||cut",
                "--x-1|Content-Disposition: form-data; name=\"model\"|||--x-1--",
                "--x-1|Content-Disposition: form-data; name=\"models\"||a|--x-1--",
                "--x-1|Content-Disposition: form-data; filename=\"name=model\"; name=\"file\"||a|--x-1--",
                "--x-1|X-Disposition: form-data; name=\"model\"||a|--x-1--",
                "--x-1||Content-Disposition: form-data; name=\"model\"||a|--x-1--",
                "--other|Content-Disposition: form-data; name=\"model\"||a|--other--",
                "--x-1--|--x-1|Content-Disposition: form-data; name=\"model\"||a|--x-1--",
            })
    void findsNoneWhereThereIsNone(String form) {
        byte[] bytes = form.replace("|", "\r\n").getBytes(StandardCharsets.UTF_8);
        Cuts.each(bytes, (label, chunks) -> {
            MultipartModelFinder finder = MultipartModelFinder.of(TYPE).orElseThrow();
            Cuts.feed(chunks, finder::feed);
            assertThat(finder.model()).as(label).isEmpty();
            assertThat(finder.renamed(bytes, "other")).as(label).isSameAs(bytes);
        });
    }

    @Test
    void aNameWithoutEndAndHeadersWithoutEndAreGivenUp() {
        MultipartModelFinder longName = MultipartModelFinder.of(TYPE).orElseThrow();
        MultipartModelFinder longHeader = MultipartModelFinder.of(TYPE).orElseThrow();

        boolean isNameOver = longName.feed(
                bytes("--x-1\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\n" + "x".repeat(5_000)));
        boolean isHeaderOver = longHeader.feed(bytes("--x-1\r\nX: " + "x".repeat(9_000)));

        assertThat(isNameOver).isTrue();
        assertThat(isHeaderOver).isTrue();
        assertThat(longName.model()).isEmpty();
        assertThat(longHeader.model()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "multipart/form-data; boundary=\"x-1\"",
                "Multipart/Form-Data;charset=utf-8; Boundary=x-1; x=y",
            })
    void readsTheBoundary(String type) {
        MultipartModelFinder finder = MultipartModelFinder.of(type).orElseThrow();

        finder.feed(bytes("--x-1\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\na\r\n--x-1--"));

        assertThat(finder.model()).contains("a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "multipart/form-data",
                "multipart/form-data; boundary=",
                "multipart/form-data; xboundary=x",
                "multipart/mixed; boundary=x",
                "audio/wav",
            })
    void anythingElseIsNoForm(String type) {
        assertThat(MultipartModelFinder.of(type)).isEmpty();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
