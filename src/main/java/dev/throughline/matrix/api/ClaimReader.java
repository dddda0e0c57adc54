package dev.throughline.matrix.api;

import dev.throughline.matrix.Claim;
import dev.throughline.matrix.version.NearMatches;
import dev.throughline.matrix.version.Product;
import dev.throughline.rest.BodyFields;
import dev.throughline.rest.Problem;
import dev.throughline.text.Sha256;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Creates a claim from the body of `POST /claims`. An invalid field fails the request with its pointer.
final class ClaimReader {
    private static final int ID_DIGITS = 24;
    private static final int LONGEST_NAME = 100;
    private static final int LONGEST_TEXT = 500;
    private static final String UNTESTED = "UNTESTED";
    private static final List<Status> REPORTED =
            List.of(Status.PRESERVED, Status.PARTIAL, Status.BROKEN, Status.UNSUPPORTED);

    private ClaimReader() {}

    /// @param today reports may not be dated later
    static Claim read(NewClaim claim, List<Product> known, LocalDate today) {
        String product = product(BodyFields.required("/product", claim.product(), LONGEST_NAME), known);
        Optional<String> version =
                BodyFields.text("/version", claim.version(), LONGEST_NAME).filter(text -> !text.isBlank());
        Capability capability = capability(claim.capability());
        Optional<Status> status = status(BodyFields.required("/status", claim.status(), LONGEST_NAME));
        String text = BodyFields.required("/text", claim.text(), LONGEST_TEXT);
        String source = source(BodyFields.required("/source", claim.source(), LONGEST_TEXT));
        LocalDate reported = day(claim.reported(), today);
        String id = id(Stream.of(product, version, capability, status, text, source, reported));
        return new Claim(id, product, version, capability, status, text, source, reported);
    }

    /// The same claim submitted twice has the same id.
    private static String id(Stream<Object> parts) {
        String all = parts.map(Object::toString).reduce("", (before, part) -> before + part + '\u0000');
        return Sha256.hex(all).substring(0, ID_DIGITS);
    }

    private static String product(String name, List<Product> known) {
        List<String> names = known.stream().map(Product::id).toList();
        if (names.contains(name)) {
            return name;
        }
        List<String> near = NearMatches.of(name, names);
        throw Problem.inField("/product", "there is no product of this name; GET /api/v1/products lists them.")
                .allowing(near)
                .exception();
    }

    private static Capability capability(@Nullable String name) {
        if (name == null) {
            return Capability.THINK;
        }
        return Arrays.stream(Capability.values())
                .filter(capability -> capability.name().equals(upper(name)))
                .findFirst()
                .orElseThrow(() -> Problem.inField("/capability", "a capability such as THINK was expected.")
                        .allowing(Arrays.stream(Capability.values())
                                .map(Enum::name)
                                .toList())
                        .exception());
    }

    private static Optional<Status> status(String name) {
        if (upper(name).equals(UNTESTED)) {
            return Optional.empty();
        }
        List<String> allowed = Stream.concat(REPORTED.stream().map(Enum::name), Stream.of(UNTESTED))
                .toList();
        return Optional.of(REPORTED.stream()
                .filter(status -> status.name().equals(upper(name)))
                .findFirst()
                .orElseThrow(() -> Problem.inField("/status", "one of " + String.join(", ", allowed) + " was expected.")
                        .allowing(allowed)
                        .exception()));
    }

    /// What looks like a URL must be one that can be rendered as a link.
    private static String source(String text) {
        if (text.matches("(?i)[a-z][a-z0-9+.-]*:[^ ].*") && !isWebAddress(text)) {
            throw Problem.inField("/source", "an http or https URL, or the name of a document, was expected.")
                    .exception();
        }
        return text;
    }

    /// Whether a text is an absolute http or https URL with a host and without credentials.
    static boolean isWebAddress(String text) {
        try {
            URI uri = new URI(text);
            boolean isWeb = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            return isWeb && uri.getHost() != null && uri.getUserInfo() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static LocalDate day(@Nullable String text, LocalDate today) {
        if (text == null) {
            return today;
        }
        try {
            LocalDate day = LocalDate.parse(text);
            if (day.isAfter(today) || day.getYear() < 1970) {
                throw new DateTimeException("out of range");
            }
            return day;
        } catch (DateTimeException e) {
            throw Problem.inField("/reported", "a day such as 2026-01-24, not in the future, was expected.")
                    .exception();
        }
    }

    private static String upper(String name) {
        return name.strip().toUpperCase(Locale.ROOT);
    }
}
