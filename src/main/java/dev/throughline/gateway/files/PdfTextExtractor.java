package dev.throughline.gateway.files;

import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.apache.pdfbox.pdmodel.font.FontMappers;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;

/// Extracts the text of a PDF, page by page in content order. Blocking and slow; its resource use is
/// bounded.
///
/// Scripts, links, forms and images of the PDF are ignored.
final class PdfTextExtractor {
    /// The characters of a page are kept until its end.
    private static final int MOST_LETTERS_OF_PAGE = 200_000;

    private PdfTextExtractor() {}

    /// The text; contains more than white space.
    /// @param maxMemory maximum decoded size of one stream. Unit: bytes
    /// @param maxCharacters maximum length of the text
    /// @throws PdfRefusedException for a file that is not a PDF, or one that is encrypted, without text or
    ///     beyond a limit
    static String of(byte[] pdf, PdfSettings limits, long maxMemory, int maxCharacters) {
        FontMappers.set(FallbackFont.MAPPER);
        var clock = new Clock(System.nanoTime(), limits.timeout());
        BoundedPdfFilters.begin(maxMemory, clock::check);
        try (PDDocument document = Loader.loadPDF(new TimedBytes(pdf, clock::check), "")) {
            if (document.getNumberOfPages() > limits.maxPages()) {
                throw new PdfRefusedException("a PDF of more than " + limits.maxPages() + " pages");
            }
            String text = new Reader(clock, maxCharacters).read(document);
            if (text.isBlank()) {
                throw new PdfRefusedException("a PDF without text (its pages may be scanned images)");
            }
            return text;
        } catch (InvalidPasswordException _) {
            throw new PdfRefusedException("a PDF that is encrypted with a password");
        } catch (PdfRefusedException e) {
            throw e;
        } catch (IOException | RuntimeException | StackOverflowError _) {
            // What parsers throw at broken input cannot be distinguished.
            throw new PdfRefusedException("a PDF that is corrupt");
        } finally {
            BoundedPdfFilters.end();
        }
    }

    private record Clock(long startNanos, Duration limit) {
        void check() {
            if (System.nanoTime() - startNanos > limit.toNanos()) {
                throw new PdfRefusedException("a PDF that takes longer than " + limit.toSeconds() + " s to read");
            }
        }
    }

    /// The bytes of the file; every step of reading accesses them.
    private static final class TimedBytes extends RandomAccessReadBuffer {
        private final Runnable check;

        TimedBytes(byte[] bytes, Runnable check) {
            super(bytes);
            this.check = check;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            check.run();
            return super.read(into, from, length);
        }

        @Override
        public void seek(long position) throws IOException {
            check.run();
            super.seek(position);
        }
    }

    /// Stops at the limits.
    private static final class Reader extends PDFTextStripper {
        private final Clock clock;
        private final int maxCharacters;
        private int letters;

        Reader(Clock clock, int maxCharacters) {
            this.clock = clock;
            this.maxCharacters = maxCharacters;
            setLineSeparator("\n");
            setPageEnd("\n\n");
        }

        String read(PDDocument document) throws IOException {
            var text = new BoundedText(maxCharacters);
            writeText(document, text);
            return text.toString().strip();
        }

        @Override
        public void processPage(PDPage page) throws IOException {
            letters = 0;
            super.processPage(new UnpackedPage(page));
        }

        @Override
        protected void processOperator(Operator operator, List<COSBase> operands) throws IOException {
            clock.check();
            super.processOperator(operator, operands);
        }

        @Override
        protected void processTextPosition(TextPosition letter) {
            if (++letters > MOST_LETTERS_OF_PAGE) {
                throw new PdfRefusedException("a PDF with a page of more than " + MOST_LETTERS_OF_PAGE + " letters");
            }
            super.processTextPosition(letter);
        }
    }

    /// A text that does not grow beyond a limit.
    private static final class BoundedText extends StringWriter {
        private final int most;

        BoundedText(int most) {
            this.most = most;
        }

        @Override
        public void write(String text) {
            require(text.length());
            super.write(text);
        }

        @Override
        public void write(String text, int from, int length) {
            require(length);
            super.write(text, from, length);
        }

        @Override
        public void write(char[] text, int from, int length) {
            require(length);
            super.write(text, from, length);
        }

        private void require(int more) {
            if (getBuffer().length() + more > most) {
                throw new PdfRefusedException("a PDF with more text than the limit (" + most + " characters)");
            }
        }
    }
}
