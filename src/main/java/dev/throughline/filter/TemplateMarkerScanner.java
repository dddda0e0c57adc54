package dev.throughline.filter;

import java.util.List;

/// Finds given markers in text that is split anywhere. Holds back less than the longest of them.
public final class TemplateMarkerScanner {
    private String held = "";
    private List<String> markers;

    /// A token: text, or one of the markers.
    public interface Lexemes {
        /// @param isMarker whether it is one of the markers
        /// @return the markers to look for from here on
        List<String> take(String text, boolean isMarker);
    }

    public TemplateMarkerScanner(List<String> markers) {
        this.markers = markers;
    }

    /// Changes the markers to look for from here on.
    public void lookFor(List<String> others) {
        markers = others;
    }

    /// Characters held back.
    int heldBack() {
        return held.length();
    }

    /// Reads more text. A text without markers is passed on as the same string instance.
    public void feed(String more, Lexemes out) {
        String text = held.isEmpty() ? more : held + more;
        held = "";
        int from = 0;
        int at = 0;
        while (at < text.length()) {
            String found = markerAt(text, at);
            if (found.isEmpty()) {
                at++;
                continue;
            }
            if (found.length() > text.length() - at) {
                held = text.substring(at);
                break;
            }
            pass(text, from, at, out);
            at += found.length();
            from = at;
            markers = out.take(found, true);
        }
        pass(text, from, text.length() - held.length(), out);
    }

    /// Whatever is held back is text.
    public void flush(Lexemes out) {
        String rest = held;
        held = "";
        pass(rest, 0, rest.length(), out);
    }

    private void pass(String text, int from, int to, Lexemes out) {
        if (to > from) {
            markers = out.take(text.substring(from, to), false);
        }
    }

    /// The longest marker that begins here or may, if more text follows; empty for none.
    private String markerAt(String text, int at) {
        String longest = "";
        int left = text.length() - at;
        for (String marker : markers) {
            boolean isHere = marker.charAt(0) == text.charAt(at)
                    && marker.length() > longest.length()
                    && text.regionMatches(at, marker, 0, Math.min(left, marker.length()));
            longest = isHere ? marker : longest;
        }
        return longest;
    }
}
