package dev.throughline.trace.answer;

/// A text that grows as long as its answer's allowance lasts. One that is cut keeps nothing: half an item is none.
final class BoundedText {
    private final StringBuilder text = new StringBuilder();
    private final Allowance allowance;
    private boolean isCut;

    BoundedText(Allowance allowance) {
        this.allowance = allowance;
    }

    /// The characters that all texts of one answer may have together.
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
