package dev.throughline.run;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/// The ids of tokens that a backend returned for an exchange: of its prompt, and of the answer as it was sampled.
///
/// The prompt continues the ids of an earlier exchange (its prompt and its answer) as far as they are the same: `base`
/// is its number, `shared` how many they share, `prompt` the rest. Without one both are 0.
///
/// Recorded as texts: `p`, base, colon, shared, colon, ids of the prompt; `a`, ids of the answer, colon, their
/// log-probabilities, nothing where they are not known. Ids are groups of seven bits, log-probabilities 32-bit floats,
/// both in Base64. The texts of one exchange are joined in their order.
///
/// @param logprobs of `ids`; NaN where the backend returned none
public record SampledTokens(int base, int shared, int[] prompt, int[] ids, float[] logprobs) {
    private static final char PROMPT = 'p';
    private static final char ANSWER = 'a';
    private static final String SEPARATOR = ":";
    private static final int MOST_BYTES = 5;
    private static final int GROUP = 7;
    private static final int LOW = 0x7F;
    private static final int MORE = 0x80;

    /// The text of ids of a prompt.
    public static String prompt(int base, int shared, int[] ids) {
        return PROMPT + Integer.toString(base) + SEPARATOR + shared + SEPARATOR + encoded(ids);
    }

    /// The text of ids of an answer.
    /// @param logprobs as many; empty if they are not known
    public static String answer(int[] ids, float[] logprobs) {
        ByteBuffer bytes = ByteBuffer.allocate(logprobs.length * Float.BYTES);
        for (float logprob : logprobs) {
            bytes.putFloat(logprob);
        }
        return ANSWER + encoded(ids) + SEPARATOR + Base64.getEncoder().encodeToString(bytes.array());
    }

    /// The tokens of the texts of an exchange.
    /// @throws IllegalArgumentException for a text of another form
    public static SampledTokens of(List<String> texts) {
        var found = new SampledTokens(0, 0, new int[0], new int[0], new float[0]);
        for (String text : texts) {
            found = found.and(text);
        }
        return found;
    }

    private SampledTokens and(String text) {
        String[] parts = text.substring(1).split(SEPARATOR, -1);
        return switch (text.charAt(0)) {
            case PROMPT ->
                new SampledTokens(
                        Math.max(base, Integer.parseInt(parts[0])),
                        Math.max(shared, Integer.parseInt(parts[1])),
                        joined(prompt, decoded(parts[2])),
                        ids,
                        logprobs);
            case ANSWER -> {
                int[] more = decoded(parts[0]);
                float[] longer = Arrays.copyOf(logprobs, logprobs.length + more.length);
                ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(parts[1]));
                for (int at = logprobs.length; at < longer.length; at++) {
                    longer[at] = bytes.hasRemaining() ? bytes.getFloat() : Float.NaN;
                }
                yield new SampledTokens(base, shared, prompt, joined(ids, more), longer);
            }
            default -> throw new IllegalArgumentException("recorded tokens were expected, found another text");
        };
    }

    public static int[] joined(int[] first, int[] second) {
        int[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    private static String encoded(int[] ids) {
        ByteBuffer out = ByteBuffer.allocate(ids.length * MOST_BYTES);
        for (int id : ids) {
            int left = id;
            while ((left & ~LOW) != 0) {
                out.put((byte) (left & LOW | MORE));
                left >>>= GROUP;
            }
            out.put((byte) left);
        }
        return Base64.getEncoder().encodeToString(Arrays.copyOf(out.array(), out.position()));
    }

    private static int[] decoded(String text) {
        byte[] bytes = Base64.getDecoder().decode(text);
        int[] ids = new int[bytes.length];
        int count = 0;
        int shift = 0;
        for (byte each : bytes) {
            ids[count] |= (each & LOW) << shift;
            shift += GROUP;
            if (each >= 0) {
                count++;
                shift = 0;
            }
        }
        return Arrays.copyOf(ids, count);
    }
}
