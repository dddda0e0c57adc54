package dev.throughline.run.prompt;

import dev.throughline.render.PrefixCause;
import dev.throughline.run.report.PrefixTally.Loss;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Groups losses of the same cause at the same kind of field.
final class LossGroups {
    private LossGroups() {}

    private record Kind(PrefixCause cause, String shape, boolean isAvoidable, String remedy)
            implements Comparable<Kind> {
        private static final Comparator<Kind> ORDER = Comparator.comparing(Kind::cause)
                .thenComparing(Kind::shape)
                .thenComparing(Kind::isAvoidable)
                .thenComparing(Kind::remedy);

        static Kind of(StepLoss loss) {
            return new Kind(
                    loss.cause(),
                    loss.shape(),
                    loss.isAvoidable(),
                    loss.remedy().orElse(""));
        }

        @Override
        public int compareTo(Kind other) {
            return ORDER.compare(this, other);
        }
    }

    /// Largest first.
    static List<Loss> of(List<StepLoss> losses) {
        Map<Kind, List<StepLoss>> kinds =
                losses.stream().collect(Collectors.groupingBy(Kind::of, TreeMap::new, Collectors.toList()));
        return kinds.values().stream()
                .map(LossGroups::loss)
                .sorted(Comparator.comparingLong((Loss loss) -> -loss.wasted()))
                .toList();
    }

    private static Loss loss(List<StepLoss> all) {
        StepLoss first = all.getFirst();
        boolean isOnePlace = all.stream().allMatch(loss -> loss.pointer().equals(first.pointer()));
        return new Loss(
                all.stream().map(StepLoss::request).toList(),
                first.cause().name(),
                isOnePlace ? first.pointer() : first.shape(),
                all.stream().mapToInt(StepLoss::tokens).min().orElse(0),
                all.stream().mapToInt(StepLoss::tokens).max().orElse(0),
                all.stream().mapToLong(StepLoss::tokens).sum(),
                first.isAvoidable(),
                first.remedy().orElse(null));
    }
}
