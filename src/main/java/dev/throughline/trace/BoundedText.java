package dev.throughline.trace;

/// A text that grows within its answer's limit. Once the limit is exceeded it keeps nothing: a truncated
/// item is useless.
final class BoundedText {
    private final StringBuilder text = new StringBuilder();
    private final Allowance allowance;
    private boolean isCut;

    BoundedText(Allowance allowance) {
        this.allowance = allowance;
    }

    /// The limit shared by all texts of one answer, in characters.
    static final class Allowance {
        private int left;

        Allowance(int characters) {
            left = characters;
        }

        private boolean take(int characters) {
            boolean isEnough = characters <= left;
            left -= isEnough ? characters : 0;
            return isEnough;
        }
    }

    void append(String more) {
        if (isCut) {
            return;
        }
        if (allowance.take(more.length())) {
            text.append(more);
        } else {
            cut();
        }
    }

    void cut() {
        isCut = true;
        text.setLength(0);
        text.trimToSize();
    }

    boolean isCut() {
        return isCut;
    }

    boolean isBlank() {
        for (int i = 0; i < text.length(); i++) {
            if (!Character.isWhitespace(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
