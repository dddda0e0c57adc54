package dev.throughline.testing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;

/// One way to cut a text, bytes or a list into pieces.
/// @param name where it is cut, for messages
/// @param places units before each cut, rising, each inside
public record Cut(String name, List<Integer> places) {
    public Cut {
        places = List.copyOf(places);
    }

    static Cut at(List<Integer> places) {
        return new Cut("cut at " + places, places);
    }

    /// The pieces of a text, cut at UTF-16 code units.
    public List<String> pieces(String text) {
        return pieces(text.length(), text::substring);
    }

    /// The pieces of bytes.
    public List<byte[]> pieces(byte[] bytes) {
        return pieces(bytes.length, (from, to) -> Arrays.copyOfRange(bytes, from, to));
    }

    /// The pieces of a list of frames or events.
    public <T> List<List<T>> pieces(List<T> units) {
        return pieces(units.size(), units::subList);
    }

    private <T> List<T> pieces(int units, BiFunction<Integer, Integer, T> slice) {
        List<T> pieces = new ArrayList<>();
        int from = 0;
        for (int place : places) {
            pieces.add(slice.apply(from, place));
            from = place;
        }
        pieces.add(slice.apply(from, units));
        return pieces;
    }
}
