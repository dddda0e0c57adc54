package dev.throughline.run.prompt.prefix;

import dev.throughline.render.prefix.PriceList;
import dev.throughline.render.prefix.TokenPrice;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The model prices used by this service: those of the configured file, otherwise the bundled ones. An
/// unreadable file fails the start.
@Startup
@ApplicationScoped
public class PriceBook {
    private final PriceList prices;

    PriceBook(PrefixConfig config) {
        this.prices = config.prices().map(PriceBook::read).orElseGet(PriceFile::shipped);
    }

    /// The price of a model; empty if unknown.
    public Optional<TokenPrice> find(String model) {
        return prices.find(model);
    }

    private static PriceList read(Path file) {
        try {
            return PriceFile.read(file);
        } catch (IOException e) {
            throw new IllegalArgumentException("throughline.prefix.prices: " + e.getMessage(), e);
        }
    }
}
