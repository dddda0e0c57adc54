package dev.throughline.cli;

import dev.throughline.harness.probe.PromptServer.ServedPrompt;
import java.util.Arrays;
import java.util.Optional;

/// Compares a prompt rendered here with that of a server.
///
/// @param text a readable line
record ServedPromptReport(boolean isEqual, String text) {
    private static final int SHOWN = 24;

    /// @param ids of our prompt, if there is a tokenizer
    static ServedPromptReport of(String prompt, Optional<int[]> ids, ServedPrompt served) {
        if (!prompt.equals(served.text())) {
            return new ServedPromptReport(false, difference(prompt, served.text()));
        }
        String same = "the text is the server's, character for character (" + prompt.length() + ")";
        if (ids.isEmpty() || served.ids().isEmpty()) {
            return new ServedPromptReport(true, same + "; token ids were not compared");
        }
        int[] ours = ids.get();
        int[] theirs = served.ids().get();
        int at = Arrays.mismatch(ours, theirs);
        return at < 0
                ? new ServedPromptReport(true, same + ", and so are the token ids (" + ours.length + ")")
                : new ServedPromptReport(
                        false,
                        same
                                + ", but token %d is %s, the server's %s"
                                        .formatted(at, shown(ours, at), shown(theirs, at)));
    }

    private static String shown(int[] ids, int at) {
        return at < ids.length ? Integer.toString(ids[at]) : "missing";
    }

    private static String difference(String prompt, String served) {
        int at = 0;
        while (at < Math.min(prompt.length(), served.length()) && prompt.charAt(at) == served.charAt(at)) {
            at++;
        }
        return "the text differs from the server's at character %d: %s, the server's %s"
                .formatted(at, shown(prompt, at), shown(served, at));
    }

    private static String shown(String text, int at) {
        String part = text.substring(at, Math.min(text.length(), at + SHOWN));
        return '"' + part.replace("\n", "\\n").replaceAll("\\p{Cntrl}", "\uFFFD") + '"';
    }
}
