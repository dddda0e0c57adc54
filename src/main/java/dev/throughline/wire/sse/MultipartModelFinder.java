package dev.throughline.wire.sse;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Finds the field `model` of a multipart form. Each byte is examined once; only the headers of one part and the
/// name's own bytes are kept.
///
/// A part with a file name is no field. Of repeated fields the first is used. Sources: RFC 7578; RFC 2046, 5.1.1
/// (a delimiter is a line break, two hyphens and the boundary; the line break belongs to it).
public final class MultipartModelFinder implements ModelFinder {
    private static final String FORM = "multipart/form-data";
    private static final Pattern PARAMETER = Pattern.compile(";\\s*([^\\s=;\"]+)=(?:\"([^\"]*)\"|([^\\s;\"]*))");
    private static final String DISPOSITION = "content-disposition:";
    private static final String LINE = "\r\n";
    private static final int LONGEST_BOUNDARY = 70;
    private static final int LONGEST_HEADERS = 8 * 1024;
    /// A longer name cannot be known to any backend.
    private static final int LONGEST_NAME = 1_024;

    private final byte[] delimiter;
    private final ByteArrayOutputStream headers = new ByteArrayOutputStream();
    private final ByteArrayOutputStream name = new ByteArrayOutputStream();
    private Place place = Place.CONTENT;
    /// How much of the delimiter the last bytes are. Its line break is missing before the first part.
    private int matched = LINE.length();
    private int hyphens;
    private boolean isModel;
    private long at;
    private long from = -1;
    private long end = -1;
    private long to = -1;

    private enum Place {
        CONTENT,
        AFTER_DELIMITER,
        HEADERS,
        OVER
    }

    private MultipartModelFinder(String boundary) {
        this.delimiter = (LINE + "--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
    }

    /// For a body of a content type; empty if that is no multipart form.
    public static Optional<MultipartModelFinder> of(String contentType) {
        int end = contentType.indexOf(';');
        String media = end < 0 ? "" : contentType.substring(0, end).strip();
        return media.equalsIgnoreCase(FORM)
                ? parameter(contentType, "boundary")
                        .filter(boundary -> !boundary.isEmpty() && boundary.length() <= LONGEST_BOUNDARY)
                        .map(MultipartModelFinder::new)
                : Optional.empty();
    }

    @Override
    public boolean feed(byte[] bytes) {
        for (int i = 0; i < bytes.length && place != Place.OVER; i++) {
            switch (place) {
                case CONTENT -> content(bytes[i]);
                case AFTER_DELIMITER -> afterDelimiter(bytes[i]);
                case HEADERS -> header(bytes[i]);
                case OVER -> {}
            }
            at++;
        }
        return place == Place.OVER;
    }

    @Override
    public Optional<String> model() {
        return to <= from
                ? Optional.empty()
                : Optional.of(new String(name.toByteArray(), 0, Math.toIntExact(to - from), StandardCharsets.UTF_8));
    }

    @Override
    public byte[] renamed(byte[] prefix, String other) {
        if (to <= from) {
            return prefix;
        }
        int rest = Math.toIntExact(to);
        var result = new ByteArrayOutputStream(prefix.length + other.length());
        result.write(prefix, 0, Math.toIntExact(from));
        result.writeBytes(other.getBytes(StandardCharsets.UTF_8));
        result.write(prefix, rest, prefix.length - rest);
        return result.toByteArray();
    }

    private void content(byte unit) {
        if (isModel) {
            name.write(unit);
            if (name.size() > LONGEST_NAME + delimiter.length) {
                place = Place.OVER;
            }
        }
        // The delimiter has one carriage return, at its start: a match can begin anew at one only.
        if (unit == delimiter[matched]) {
            matched++;
        } else {
            matched = unit == delimiter[0] ? 1 : 0;
        }
        if (matched == delimiter.length && place == Place.CONTENT) {
            place = Place.AFTER_DELIMITER;
            matched = 0;
            hyphens = 0;
            end = at + 1 - delimiter.length;
        }
    }

    /// A delimiter is followed by blanks and a line break, or by two hyphens after the last part.
    private void afterDelimiter(byte unit) {
        switch (unit) {
            case ' ', '\t', '\r' -> hyphens = 0;
            case '-' -> {
                hyphens++;
                if (hyphens == 2) {
                    delimited(Place.OVER);
                }
            }
            case '\n' -> delimited(Place.HEADERS);
            default -> place = Place.CONTENT;
        }
        if (isModel) {
            name.write(unit);
        }
    }

    private void delimited(Place next) {
        if (isModel) {
            to = end;
            place = Place.OVER;
            return;
        }
        place = next;
        headers.reset();
        headers.writeBytes(LINE.getBytes(StandardCharsets.US_ASCII));
    }

    private void header(byte unit) {
        headers.write(unit);
        if (headers.size() > LONGEST_HEADERS) {
            place = Place.OVER;
        } else if (unit == '\n') {
            String read = headers.toString(StandardCharsets.ISO_8859_1);
            if (read.endsWith(LINE + LINE)) {
                isModel = read.lines().anyMatch(MultipartModelFinder::isModelField);
                from = at + 1;
                place = Place.CONTENT;
            }
        }
    }

    private static boolean isModelField(String header) {
        return header.toLowerCase(Locale.ROOT).startsWith(DISPOSITION)
                && parameter(header, "name").filter("model"::equals).isPresent()
                && parameter(header, "filename").isEmpty()
                && parameter(header, "filename*").isEmpty();
    }

    /// The first value of a header's parameter, without its quotation marks.
    private static Optional<String> parameter(String header, String name) {
        return PARAMETER
                .matcher(header)
                .results()
                .filter(found -> found.group(1).equalsIgnoreCase(name))
                .findFirst()
                .map(found -> Optional.ofNullable(found.group(2)).orElseGet(() -> found.group(3)));
    }
}
