package dev.throughline.trace.repair;

import java.util.List;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Distances between numbers as a short text, such as `2x4 3 2x4 3`: each with how often it follows itself.
final class Distances {
    private Distances() {}

    /// @param numbers two or more
    static String between(List<Integer> numbers) {
        var text = new StringJoiner(" ");
        int times = 1;
        for (int i = 1; i < numbers.size(); i++) {
            int distance = numbers.get(i) - numbers.get(i - 1);
            if (i + 1 < numbers.size() && numbers.get(i + 1) - numbers.get(i) == distance) {
                times++;
            } else {
                text.add(times == 1 ? Integer.toString(distance) : distance + "x" + times);
                times = 1;
            }
        }
        return text.toString();
    }

    /// The numbers again.
    /// @param first the first of them
    /// @throws NumberFormatException for a text of another form
    static List<Integer> numbers(int first, String distances) {
        int[] all = IntStream.concat(
                        IntStream.of(first), Stream.of(distances.split(" ")).flatMapToInt(Distances::repeated))
                .toArray();
        for (int i = 1; i < all.length; i++) {
            all[i] += all[i - 1];
        }
        return IntStream.of(all).boxed().toList();
    }

    private static IntStream repeated(String distance) {
        String[] parts = distance.split("x", 2);
        int value = Integer.parseInt(parts[0]);
        return IntStream.generate(() -> value).limit(parts.length == 1 ? 1 : Integer.parseInt(parts[1]));
    }
}
