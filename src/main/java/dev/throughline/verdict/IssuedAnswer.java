package dev.throughline.verdict;

import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.TracedExchange;
import java.util.List;

/// The part of an answer by which later requests are judged.
///
/// @param number of the exchange in the run, from 1
/// @param turn of the conversation, from 1
/// @param items by ordinal; empty if it failed before anything was issued
public record IssuedAnswer(int number, int turn, List<PlantedItem> items) {
    public IssuedAnswer {
        items = List.copyOf(items);
    }

    public static IssuedAnswer of(TracedExchange exchange) {
        return new IssuedAnswer(exchange.number(), exchange.link().turn(), exchange.items());
    }
}
