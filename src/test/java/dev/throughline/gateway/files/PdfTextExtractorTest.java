package dev.throughline.gateway.files;

import dev.throughline.testing.Pdfs;
import io.quarkus.runtime.configuration.MemorySize;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

@Timeout(60)
class PdfTextExtractorTest {
    private static final long MEMORY = 16_000_000;
    private static final Limits LIMITS = new Limits(
            new MemorySize(BigInteger.valueOf(10_000_000)),
            10,
            100_000,
            new MemorySize(BigInteger.valueOf(MEMORY)),
            Duration.ofSeconds(30),
            1);

    record Limits(
            MemorySize maxBytes, int maxPages, int maxCharacters, MemorySize maxMemory, Duration timeout, int workers)
            implements PdfSettings {}

    @Test
    void thePagesFollowOneAnother() {
        assertThat(text(Pdfs.of("First line\nsecond line", "Next page")))
                .isEqualTo("First line\nsecond line\n\nNext page");
    }

    @Test
    void aFontThatTheFileDoesNotHoldIsReplaced() {
        String content = "BT /F1 12 Tf 50 700 Td (Plain words) Tj ET";
        String pdf = "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj"
                + " 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj"
                + " 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R"
                + "/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Some-Font>>>>>>>>endobj"
                + " 4 0 obj<</Length "
                + content.length() + ">>stream\n" + content + "\nendstream endobj trailer<</Root 1 0 R>>";

        assertThat(text(pdf.getBytes(StandardCharsets.ISO_8859_1))).isEqualTo("Plain words");
    }

    @Test
    void onlyWhatMustBeReadableWithoutAPasswordIsRead() {
        assertThatThrownBy(() -> text(Pdfs.encrypted()))
                .isInstanceOf(PdfRefusedException.class)
                .hasMessage("a PDF that is encrypted with a password");
    }

    @Test
    void pagesWithoutTextAreDistinguished() {
        assertThatThrownBy(() -> text(Pdfs.of("", "")))
                .isInstanceOf(PdfRefusedException.class)
                .hasMessageContaining("without text");
    }

    @Test
    void tooManyPagesAreNotRead() {
        assertThatThrownBy(() -> text(Pdfs.of("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11")))
                .isInstanceOf(PdfRefusedException.class)
                .hasMessageContaining("more than 10 pages");
    }

    @Test
    void textBeyondTheLimitIsNotRead() {
        byte[] pdf = Pdfs.of("Some words that are longer than the limit");

        assertThatThrownBy(() -> PdfTextExtractor.of(pdf, LIMITS, MEMORY, 20))
                .isInstanceOf(PdfRefusedException.class)
                .hasMessageContaining("20 characters");
    }

    @Test
    void theTimeIsLimited() {
        var none = new Limits(LIMITS.maxBytes, 10, 100_000, LIMITS.maxMemory, Duration.ZERO, 1);

        assertThatThrownBy(() -> PdfTextExtractor.of(Pdfs.of("text"), none, MEMORY, 100))
                .isInstanceOf(PdfRefusedException.class)
                .hasMessageContaining("takes longer than");
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "("})
    void aPageThatUnpacksToMuchIsGivenUp(String filling) {
        byte[] pdf = Pdfs.bomb(filling.charAt(0), 100_000_000);

        assertThat(pdf.length).isLessThan(1_000_000);
        assertThatThrownBy(() -> text(pdf))
                .isInstanceOf(PdfRefusedException.class)
                .hasMessageContaining("too much memory");
    }

    static Stream<Arguments> hostile() {
        String loop = "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[2 0 R]/Count 1>>endobj ";
        String deep = "1 0 obj" + "[".repeat(200_000) + "]".repeat(200_000) + "endobj ";
        String self = "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj"
                + " 3 0 obj<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</F 4 0 R>>>>>>endobj"
                + " 4 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 1 1]"
                + "/Resources<</XObject<</F 4 0 R>>>>/Length 5>>stream\n"
                + "/F Do\nendstream endobj ";
        return Stream.of(
                argumentSet("nothing", ""),
                argumentSet("no objects", "%PDF-1.7"),
                argumentSet("a tree of pages that holds itself", "%PDF-1.7\n" + loop + "trailer<</Root 1 0 R>>"),
                argumentSet("arrays in arrays", "%PDF-1.7\n" + deep + "trailer<</Root 1 0 R>>"),
                argumentSet("a form that draws itself", "%PDF-1.7\n" + self + "trailer<</Root 1 0 R>>"),
                argumentSet(
                        "a length that is not there",
                        "%PDF-1.7\n" + self.replace("/Length 5", "/Length 2000000000/Filter/FlateDecode")
                                + "trailer<</Root 1 0 R>>"),
                argumentSet(
                        "a table of objects that points to itself",
                        "%PDF-1.7\nxref\n0 1\ntrailer<</Prev 9/Root 1 0 R>>\nstartxref\n9\n%%EOF"));
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void brokenInputIsRefusedAndNothingElse(String pdf) {
        assertThatThrownBy(() -> text(pdf.getBytes(StandardCharsets.ISO_8859_1)))
                .isInstanceOf(PdfRefusedException.class);
    }

    private static String text(byte[] pdf) {
        return PdfTextExtractor.of(pdf, LIMITS, MEMORY, LIMITS.maxCharacters());
    }
}
