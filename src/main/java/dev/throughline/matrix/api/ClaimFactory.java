package dev.throughline.matrix.api;

import dev.throughline.matrix.Claim;
import dev.throughline.matrix.version.NearMatches;
import dev.throughline.matrix.version.Product;
import dev.throughline.rest.Problem;
import dev.throughline.text.Sha256;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// Creates a claim from a valid order. What depends on more than the field itself is checked here.
final class ClaimFactory {
    private static final int ID_DIGITS = 24;

    private ClaimFactory() {}

    /// @param today reports may not be dated later
    static Claim claim(NewClaim order, List<Product> known, LocalDate today) {
        String product = product(Objects.requireNonNull(order.product()), known);
        Optional<String> version = Optional.ofNullable(order.version()).filter(text -> !text.isBlank());
        Capability capability = Objects.requireNonNullElse(order.capability(), Capability.THINK);
        Optional<Status> status = Objects.requireNonNull(order.status()).status();
        String text = Objects.requireNonNull(order.text());
        String source = source(Objects.requireNonNull(order.source()));
        LocalDate reported = day(Objects.requireNonNullElse(order.reported(), today), today);
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
        throw Problem.inField("/product", "there is no product of this name; GET /api/v1/products lists them.")
                .allowing(NearMatches.of(name, names))
                .exception();
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
        } catch (URISyntaxException _) {
            return false;
        }
    }

    private static LocalDate day(LocalDate day, LocalDate today) {
        if (day.isAfter(today) || day.getYear() < 1970) {
            throw Problem.inField("/reported", "a day such as 2026-01-24, not in the future, was expected.")
                    .exception();
        }
        return day;
    }
}
