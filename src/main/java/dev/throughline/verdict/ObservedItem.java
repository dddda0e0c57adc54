package dev.throughline.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// How a run's requests treated one item in one scope, read in their order.
///
/// A request that does the same as the one before it is not counted by itself: what it did is extended to the
/// latest request of its branch once something else happens. Only while branches of a conversation treat the item
/// differently, and so alternate in the order of the requests, does each request count.
final class ObservedItem {
    private final List<Carrier> carriers = new ArrayList<>(1);
    private final List<OutcomeSpan> spans = new ArrayList<>(1);
    private JudgedItem worst;
    private int lastExact;
    private int last;
    private boolean isContested;

    /// A branch whose latest request does with an item what was judged. Compared by identity.
    static final class Carrier {
        private final RequestBranch branch;
        private final ObservedItem item;
        private final JudgedItem judged;

        private Carrier(RequestBranch branch, ObservedItem item, JudgedItem judged) {
            this.branch = branch;
            this.item = item;
            this.judged = judged;
        }

        ObservedItem item() {
            return item;
        }

        /// The next request of the branch does the same, while another branch does something else.
        void repeat(int request) {
            item.note(judged, request);
            item.settle();
        }
    }

    ObservedItem(JudgedItem first) {
        worst = first;
    }

    /// The next request in the order of the run did something with the item.
    Carrier add(JudgedItem one, RequestBranch branch) {
        Outcome outcome = one.result();
        if (!isContested && carriers.stream().anyMatch(other -> other.judged.result() != outcome)) {
            isContested = true;
            carriers.forEach(other -> {
                extend(other);
                other.branch.contested().add(other);
            });
        }
        note(one, one.observer());
        var carrier = new Carrier(branch, this, one);
        carriers.add(carrier);
        if (isContested) {
            branch.contested().add(carrier);
        }
        return carrier;
    }

    /// A branch does something else with the item after its latest request, or ends there.
    void leave(Carrier carrier) {
        if (!isContested) {
            extend(carrier);
        }
        carriers.remove(carrier);
        carrier.branch.contested().remove(carrier);
    }

    private void note(JudgedItem one, int request) {
        if (one.rank() > worst.rank()) {
            worst = one;
        }
        if (one.isKept()) {
            lastExact = request;
        }
        Outcome outcome = one.result();
        if (spans.isEmpty() || spans.getLast().outcome() != outcome) {
            end();
            spans.add(new OutcomeSpan(outcome, request, request, one.judged().reason()));
        }
        last = request;
    }

    /// All branches do the same again, and so did the request that was read last.
    private void settle() {
        Outcome outcome = spans.getLast().outcome();
        if (carriers.stream().allMatch(carrier -> carrier.judged.result() == outcome)) {
            isContested = false;
            carriers.forEach(carrier -> carrier.branch.contested().remove(carrier));
        }
    }

    private void extend(Carrier carrier) {
        int latest = carrier.branch.latest();
        if (carrier.judged.isKept()) {
            lastExact = Math.max(lastExact, latest);
        }
        last = Math.max(last, latest);
    }

    private void end() {
        if (!spans.isEmpty()) {
            OutcomeSpan span = spans.removeLast();
            spans.add(new OutcomeSpan(span.outcome(), span.from(), last, span.reason()));
        }
    }

    /// The branches whose latest requests did something with it.
    List<RequestBranch> branches() {
        return carriers.stream().map(carrier -> carrier.branch).toList();
    }

    JudgedItem worst() {
        return worst;
    }

    /// The last request that carried it whole.
    OptionalInt lastExact() {
        return lastExact == 0 ? OptionalInt.empty() : OptionalInt.of(lastExact);
    }

    /// The outcomes in the order of the requests, consecutive equal ones together; empty if there is one.
    List<OutcomeSpan> changes() {
        end();
        return spans.size() < 2 ? List.of() : spans;
    }
}
