package dev.throughline.gateway.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Field;
import java.util.Map;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.filter.DecodeOptions;
import org.apache.pdfbox.filter.DecodeResult;
import org.apache.pdfbox.filter.Filter;
import org.apache.pdfbox.filter.FilterFactory;

/// Bounds the decoded size of a PDF's streams. PDFBox decodes each stream into memory without an effective
/// limit, so every filter is wrapped in one that counts against the budget of the current thread.
final class BoundedPdfFilters {
    /// The total limit for all streams of a PDF, as a multiple of that for one.
    private static final int STREAMS = 16;

    private static final ThreadLocal<Budget> BUDGET = new ThreadLocal<>();

    static {
        wrap();
    }

    private BoundedPdfFilters() {}

    /// The limits for one PDF.
    /// @param streamBytes decoded size of one stream
    /// @param check throws when the time limit is exceeded
    private static final class Budget {
        private final long streamBytes;
        private final Runnable check;
        private long left;

        Budget(long streamBytes, Runnable check) {
            this.streamBytes = streamBytes;
            this.check = check;
            this.left = STREAMS * streamBytes;
        }

        void take(long stream, int bytes) {
            check.run();
            left -= bytes;
            if (left < 0 || stream > streamBytes) {
                throw new PdfRefusedException("a PDF that needs too much memory to read");
            }
        }
    }

    /// Bounds what this thread decodes from now on.
    static void begin(long streamBytes, Runnable check) {
        BUDGET.set(new Budget(streamBytes, check));
    }

    static void end() {
        BUDGET.remove();
    }

    /// The filters are in a map that PDFBox does not otherwise expose.
    @SuppressWarnings("unchecked")
    private static void wrap() {
        try {
            Field field = FilterFactory.class.getDeclaredField("filters");
            field.setAccessible(true);
            ((Map<COSName, Filter>) field.get(FilterFactory.INSTANCE))
                    .replaceAll((_, filter) -> new BoundedFilter(filter));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this version of PDFBox keeps its filters elsewhere", e);
        }
    }

    private static final class BoundedFilter extends Filter {
        private final Filter filter;

        BoundedFilter(Filter filter) {
            this.filter = filter;
        }

        @Override
        public DecodeResult decode(InputStream encoded, OutputStream decoded, COSDictionary parameters, int index)
                throws IOException {
            return filter.decode(encoded, bounded(decoded), parameters, index);
        }

        @Override
        public DecodeResult decode(
                InputStream encoded, OutputStream decoded, COSDictionary parameters, int index, DecodeOptions options)
                throws IOException {
            return filter.decode(encoded, bounded(decoded), parameters, index, options);
        }

        @Override
        protected void encode(InputStream input, OutputStream encoded, COSDictionary parameters) throws IOException {
            filter.encode(input, encoded, parameters, 0);
        }

        private static OutputStream bounded(OutputStream decoded) {
            Budget budget = BUDGET.get();
            return budget == null ? decoded : new CountedOutput(decoded, budget);
        }
    }

    private static final class CountedOutput extends OutputStream {
        private final OutputStream decoded;
        private final Budget budget;
        private long written;

        CountedOutput(OutputStream decoded, Budget budget) {
            this.decoded = decoded;
            this.budget = budget;
        }

        @Override
        public void write(int unit) throws IOException {
            budget.take(++written, 1);
            decoded.write(unit);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            written += length;
            budget.take(written, length);
            decoded.write(bytes, from, length);
        }

        @Override
        public void flush() throws IOException {
            decoded.flush();
        }

        @Override
        public void close() throws IOException {
            decoded.close();
        }
    }
}
