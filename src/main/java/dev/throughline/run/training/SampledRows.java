package dev.throughline.run.training;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.run.RunId;
import dev.throughline.run.SampledTokens;
import dev.throughline.run.exchange.ExchangeStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/// Joins the ids of a branch as the backend returned them: those of the answers are learned, all others are context.
///
/// A prompt that begins with all ids before it continues the row. One that does not, since its template or its client
/// changed what came before, begins another: no id is in a row in another place than the model saw it.
///
/// @param isUsable whether the answer of an exchange is learned, by its number
record SampledRows(ExchangeStore exchangeStore, RunId run, IntPredicate isUsable) {
    private static final int AT_ONCE = 32;

    /// The ids of one row.
    ///
    /// @param learnt numbers of the exchanges whose answers are learned
    /// @param promptLength number of ids before the first of them
    /// @param logprobs of each id; NaN where it is not known, and of what was not sampled
    record SampledRow(int[] ids, boolean[] mask, float[] logprobs, int promptLength, List<Integer> learnt) {
        private static final SampledRow EMPTY = new SampledRow(new int[0], new boolean[0], new float[0], 0, List.of());

        private SampledRow with(int[] more, float[] sampled, Optional<Integer> exchange) {
            boolean[] longerMask = Arrays.copyOf(mask, ids.length + more.length);
            Arrays.fill(longerMask, ids.length, longerMask.length, exchange.isPresent());
            float[] longer = Arrays.copyOf(logprobs, ids.length + more.length);
            System.arraycopy(sampled, 0, longer, ids.length, more.length);
            List<Integer> numbers = new ArrayList<>(learnt);
            exchange.ifPresent(numbers::add);
            return new SampledRow(
                    SampledTokens.joined(ids, more),
                    longerMask,
                    longer,
                    learnt.isEmpty() && exchange.isPresent() ? ids.length : promptLength,
                    List.copyOf(numbers));
        }

        private boolean continuesIn(int[] prompt) {
            return ids.length <= prompt.length && Arrays.equals(ids, 0, ids.length, prompt, 0, ids.length);
        }

        void write(ObjectNode out) {
            ArrayNode written = out.putArray("input_ids");
            ArrayNode learned = out.arrayNode(ids.length);
            ArrayNode probable = out.arrayNode(ids.length);
            for (int index = 0; index < ids.length; index++) {
                written.add(ids[index]);
                learned.add(mask[index] ? 1 : 0);
                if (!mask[index]) {
                    probable.add(0.0f);
                } else if (Float.isNaN(logprobs[index])) {
                    probable.addNull();
                } else {
                    probable.add(logprobs[index]);
                }
            }
            out.set("loss_mask", learned);
            out.set("assistant_masks", learned);
            out.set("completion_mask", learned);
            out.set("logprobs", probable);
            out.put("prompt_length", promptLength);
        }
    }

    /// The rows of a branch in order.
    /// @param path numbers of its exchanges
    /// @throws OmittedSampleException if there are no ids of its last answer
    List<SampledRow> of(List<Integer> path) throws OmittedSampleException {
        List<SampledRow> rows = new ArrayList<>();
        SampledRow row = SampledRow.EMPTY;
        int before = 0;
        int[] earlier = new int[0];
        boolean hasLast = false;
        for (int from = 0; from < path.size(); from += AT_ONCE) {
            List<Integer> some = path.subList(from, Math.min(from + AT_ONCE, path.size()));
            Map<Integer, SampledTokens> found = TrainingExport.await(exchangeStore.sampled(run, some));
            for (int number : some) {
                SampledTokens tokens = found.get(number);
                hasLast = false;
                if (tokens == null || tokens.ids().length == 0) {
                    continue;
                }
                hasLast = true;
                int[] prompt = prompt(tokens, before, earlier);
                if (!row.continuesIn(prompt)) {
                    rows.add(row);
                    row = SampledRow.EMPTY;
                }
                int[] added = Arrays.copyOfRange(prompt, row.ids().length, prompt.length);
                row = row.with(added, new float[added.length], Optional.empty())
                        .with(
                                tokens.ids(),
                                tokens.logprobs(),
                                Optional.of(number).filter(isUsable::test));
                before = number;
                earlier = SampledTokens.joined(prompt, tokens.ids());
            }
        }
        if (!hasLast) {
            throw new OmittedSampleException(OmissionReason.NO_TOKEN_IDS);
        }
        rows.add(row);
        return rows.stream().filter(each -> !each.learnt().isEmpty()).toList();
    }

    private int[] prompt(SampledTokens tokens, int before, int[] earlier) throws OmittedSampleException {
        if (tokens.shared() == 0) {
            return tokens.prompt();
        }
        int[] base = tokens.base() == before ? earlier : all(tokens.base());
        if (base.length < tokens.shared()) {
            throw new OmittedSampleException(OmissionReason.REMOVED);
        }
        return SampledTokens.joined(Arrays.copyOf(base, tokens.shared()), tokens.prompt());
    }

    /// The ids of an exchange outside the branch.
    private int[] all(int exchange) {
        Deque<SampledTokens> later = new ArrayDeque<>();
        for (int at = exchange; at > 0; ) {
            SampledTokens tokens = TrainingExport.await(exchangeStore.sampled(run, List.of(at)))
                    .get(at);
            if (tokens == null) {
                break;
            }
            later.push(tokens);
            at = tokens.shared() == 0 ? 0 : tokens.base();
        }
        int[] ids = new int[0];
        for (SampledTokens tokens : later) {
            int[] prompt = SampledTokens.joined(Arrays.copyOf(ids, tokens.shared()), tokens.prompt());
            ids = SampledTokens.joined(prompt, tokens.ids());
        }
        return ids;
    }
}
