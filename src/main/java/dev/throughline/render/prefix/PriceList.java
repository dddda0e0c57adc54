package dev.throughline.render.prefix;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Prices of models.
public record PriceList(List<TokenPrice> prices) {
    public PriceList {
        prices = List.copyOf(prices);
    }

    /// The price of a model by its name: an exact match, otherwise the one with the longest text before its
    /// `*`. Empty for a model that the list does not contain: nothing is guessed.
    public Optional<TokenPrice> find(String model) {
        return prices.stream()
                .filter(price -> price.matches(model))
                .max(Comparator.comparing(TokenPrice::isExact).thenComparing(TokenPrice::length));
    }
}
