package dev.throughline.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Base64;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType0Font;

/// PDFs as tests want them.
public final class Pdfs {
    /// In the file, so that no fonts of this machine are looked for.
    private static final String FONT = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";

    private Pdfs() {}

    /// One page for each text.
    public static byte[] of(String... pages) {
        try (var document = new PDDocument()) {
            for (String page : pages) {
                write(document, page);
            }
            return saved(document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String base64(byte[] pdf) {
        return Base64.getEncoder().encodeToString(pdf);
    }

    /// A page that nobody reads without a password.
    public static byte[] encrypted() {
        try (var document = new PDDocument()) {
            write(document, "secret");
            document.protect(new StandardProtectionPolicy("owner", "user", new AccessPermission()));
            return saved(document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A page whose content is small in the file and large unpacked.
    public static byte[] bomb(char filling, int unpacked) {
        try (var document = new PDDocument()) {
            var page = new PDPage();
            document.addPage(page);
            var stream = new PDStream(document);
            try (OutputStream out = stream.createOutputStream(COSName.FLATE_DECODE)) {
                byte[] blank = new byte[1_000_000];
                Arrays.fill(blank, (byte) filling);
                for (int i = 0; i < unpacked; i += blank.length) {
                    out.write(blank);
                }
            }
            page.setContents(stream);
            return saved(document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(PDDocument document, String text) throws IOException {
        var page = new PDPage();
        document.addPage(page);
        InputStream file = PDDocument.class.getResourceAsStream(FONT);
        PDType0Font font = PDType0Font.load(document, file);
        try (var content = new PDPageContentStream(document, page)) {
            content.setFont(font, 12);
            for (int i = 0; !text.isEmpty() && i < text.lines().count(); i++) {
                content.beginText();
                content.newLineAtOffset(50, 700 - 14 * i);
                content.showText(text.lines().toList().get(i));
                content.endText();
            }
        }
    }

    private static byte[] saved(PDDocument document) throws IOException {
        var bytes = new ByteArrayOutputStream();
        document.save(bytes);
        return bytes.toByteArray();
    }
}
