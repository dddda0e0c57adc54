package dev.throughline.run.prompt.prefix;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.render.prefix.PriceList;
import dev.throughline.render.prefix.TokenPrice;
import dev.throughline.text.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/// Reads prices: `{"prices": [{"model", "input", "cached", "currency", "date", "source"}]}`, amounts as
/// strings or numbers per million tokens.
public final class PriceFile {
    private static final String SHIPPED = "/prices/prices.json";
    private static final long LARGEST = 1024 * 1024;

    private PriceFile() {}

    /// The bundled prices.
    public static PriceList shipped() {
        try (InputStream file = PriceFile.class.getResourceAsStream(SHIPPED)) {
            if (file == null) {
                throw new IllegalStateException(SHIPPED + " is missing from this build");
            }
            return read(SHIPPED, new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Reads a file.
    ///
    /// @throws IOException with a readable message and the pointer to what is wrong
    public static PriceList read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("There is no file " + file + ".");
        }
        if (Files.size(file) > LARGEST) {
            throw new IOException(file + " is larger than the " + LARGEST + " bytes allowed.");
        }
        return read(file.toString(), Files.readString(file));
    }

    private static PriceList read(String name, String text) throws IOException {
        JsonNode prices = json(name, text).path("prices");
        if (!prices.isArray()) {
            throw new IOException(name + ": an array was expected at /prices.");
        }
        List<TokenPrice> found = new ArrayList<>();
        for (int index = 0; index < prices.size(); index++) {
            found.add(price(name + ", /prices/" + index, prices.get(index)));
        }
        return new PriceList(found);
    }

    private static JsonNode json(String name, String text) throws IOException {
        try {
            return Json.TREES.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IOException(name + " is not JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static TokenPrice price(String place, JsonNode price) throws IOException {
        try {
            return new TokenPrice(
                    text(place, price, "model"),
                    new BigDecimal(text(place, price, "input")),
                    new BigDecimal(text(place, price, "cached")),
                    text(place, price, "currency"),
                    LocalDate.parse(text(place, price, "date")),
                    text(place, price, "source"));
        } catch (NumberFormatException e) {
            throw new IOException(place + ": amounts such as \"0.60\" were expected in input and cached.", e);
        } catch (DateTimeException e) {
            throw new IOException(place + "/date: a day such as 2026-11-22 was expected.", e);
        } catch (IllegalArgumentException e) {
            throw new IOException(place + ": " + e.getMessage() + ".", e);
        }
    }

    private static String text(String place, JsonNode price, String field) throws IOException {
        JsonNode value = price.path(field);
        if (!value.isValueNode() || value.isNull()) {
            throw new IOException(place + "/" + field + " is missing.");
        }
        return value.asText();
    }
}
