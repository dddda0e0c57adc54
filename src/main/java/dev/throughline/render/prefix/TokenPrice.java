package dev.throughline.render.prefix;

import java.math.BigDecimal;
import java.time.LocalDate;

/// A vendor's price for a model's input, per million tokens.
///
/// @param model name of the model; a trailing `*` matches any rest
/// @param input price of tokens that are computed
/// @param cached price of tokens that are read from a cache; at most `input`
/// @param currency ISO 4217 code, as `USD`
/// @param date day on which the source was read
/// @param source the vendor's page in words, with its address
public record TokenPrice(
        String model, BigDecimal input, BigDecimal cached, String currency, LocalDate date, String source) {
    private static final int MILLION = 6;
    private static final String REST = "*";

    public TokenPrice {
        if (model.isBlank() || model.equals(REST)) {
            throw new IllegalArgumentException("the name of a model was expected, found \"" + model + "\"");
        }
        if (cached.signum() < 0 || input.compareTo(cached) < 0) {
            throw new IllegalArgumentException("0 <= cached <= input was expected, found cached "
                    + cached.toPlainString() + " and input " + input.toPlainString());
        }
        if (!currency.matches("[A-Z]{3}")) {
            throw new IllegalArgumentException("a currency as USD was expected, found \"" + currency + "\"");
        }
    }

    /// What tokens cost that were computed and could have been read from the cache.
    public BigDecimal ofWasted(long tokens) {
        return input.subtract(cached)
                .multiply(BigDecimal.valueOf(tokens))
                .movePointLeft(MILLION)
                .stripTrailingZeros();
    }

    /// Whether this is the price of a model. Vendors' names in front (`zai-org/`) and case do not matter.
    boolean matches(String name) {
        String bare = name.substring(name.lastIndexOf('/') + 1);
        return model.endsWith(REST) ? bare.regionMatches(true, 0, model, 0, length()) : bare.equalsIgnoreCase(model);
    }

    /// Length of the name without its `*`.
    int length() {
        return model.endsWith(REST) ? model.length() - REST.length() : model.length();
    }

    boolean isExact() {
        return !model.endsWith(REST);
    }
}
