package dev.throughline.trace.repair;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Repairs of several messages of one history that differ only in the message's index and the exchange.
/// Recorded as one entry, since a request of a long conversation may have a repair for each of its messages.
///
/// @param path as of the first repair
/// @param exchange as of the first repair
/// @param by as of each of them
/// @param blocks as of each of them
/// @param following the others; empty for a single repair
public record RepairSeries(String path, int exchange, Repair.By by, int blocks, Optional<Following> following) {
    private static final int MOST_DIGITS = 9;

    /// @param times how many repairs there are, from 2
    /// @param messages the distances of their indexes (`Distances`)
    /// @param exchanges the distances of their exchanges
    public record Following(int times, String messages, String exchanges) {}

    /// The same repairs in the same order, in as few series as they can be.
    public static List<RepairSeries> of(List<Repair> repairs) {
        List<RepairSeries> all = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= repairs.size(); i++) {
            if (i == repairs.size() || !areLike(repairs.get(i - 1), repairs.get(i))) {
                all.add(series(repairs.subList(from, i)));
                from = i;
            }
        }
        return all;
    }

    private static boolean areLike(Repair one, Repair other) {
        int list = list(one.path());
        return one.by() == other.by()
                && one.blocks() == other.blocks()
                && list == list(other.path())
                && one.path().regionMatches(0, other.path(), 0, list)
                && isIndex(one.path(), list)
                && isIndex(other.path(), list);
    }

    private static RepairSeries series(List<Repair> repairs) {
        Repair first = repairs.getFirst();
        Optional<Following> following = repairs.size() == 1
                ? Optional.empty()
                : Optional.of(new Following(
                        repairs.size(),
                        Distances.between(repairs.stream()
                                .map(repair -> index(repair.path()))
                                .toList()),
                        Distances.between(repairs.stream().map(Repair::exchange).toList())));
        return new RepairSeries(first.path(), first.exchange(), first.by(), first.blocks(), following);
    }

    /// Each repair.
    public static List<Repair> repairs(List<RepairSeries> all) {
        return all.stream().flatMap(RepairSeries::each).toList();
    }

    private Stream<Repair> each() {
        if (following.isEmpty()) {
            return Stream.of(new Repair(path, exchange, by, blocks));
        }
        String list = path.substring(0, list(path));
        List<Integer> messages = Distances.numbers(index(path), following.get().messages);
        List<Integer> exchanges = Distances.numbers(exchange, following.get().exchanges);
        return IntStream.range(0, messages.size())
                .mapToObj(i -> new Repair(list + messages.get(i), exchanges.get(i), by, blocks));
    }

    /// The position at which a path's index, or its last name, begins.
    private static int list(String path) {
        return path.lastIndexOf('/') + 1;
    }

    private static int index(String path) {
        return Integer.parseInt(path, list(path), path.length(), 10);
    }

    private static boolean isIndex(String path, int from) {
        int digits = path.length() - from;
        return digits > 0
                && digits <= MOST_DIGITS
                && (digits == 1 || path.charAt(from) != '0')
                && path.chars().skip(from).allMatch(c -> c >= '0' && c <= '9');
    }

    /// Distances between numbers as a short text, such as `2x4 3 2x4 3`: each with how often it follows itself.
    static final class Distances {
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
}
