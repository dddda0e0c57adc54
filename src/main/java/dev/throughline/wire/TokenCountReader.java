package dev.throughline.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// Reads token counts reported by a backend. A value other than a whole number from 0 to 2^31 - 1 is
/// rejected: it counts as missing, and its name is listed. Backends are known to report -1, fractions and
/// strings.
public final class TokenCountReader {
    private final List<String> refused = new ArrayList<>();

    /// The count in a field.
    /// @param value the field; absent or `null` if the backend did not count
    /// @param name the name to list if it is rejected
    /// @param otherwise the default for a missing count
    public int read(JsonNode value, String name, int otherwise) {
        if (value.isMissingNode() || value.isNull()) {
            return otherwise;
        }
        if (value.isNumber() && value.canConvertToInt() && value.canConvertToExactIntegral() && value.intValue() >= 0) {
            return value.intValue();
        }
        refuse(name);
        return otherwise;
    }

    /// The same with 0 for a missing count.
    public int read(JsonNode value, String name) {
        return read(value, name, 0);
    }

    /// The sum of counts; 0 if it exceeds the largest count.
    public int sum(String name, int... counts) {
        long sum = 0;
        for (int count : counts) {
            sum += count;
        }
        if (sum > Integer.MAX_VALUE) {
            refuse(name);
            return 0;
        }
        return (int) sum;
    }

    /// Names of the rejected fields, each once.
    public List<String> refused() {
        return List.copyOf(refused);
    }

    private void refuse(String name) {
        if (!refused.contains(name)) {
            refused.add(name);
        }
    }
}
