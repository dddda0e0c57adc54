package dev.throughline.render.tokenizer;

import java.util.Map;
import java.util.Optional;

/// Cuts added tokens out of a text: from left to right, the longest first. Source: `added_vocabulary.rs` of Hugging
/// Face tokenizers.
final class AddedTokenSplitter {
    private final AddedTokenTrie trie;

    /// The parts of a text.
    interface Parts {
        /// Text without added tokens; never empty.
        void gap(int from, int to);

        /// An added token with the white space that belongs to it.
        void token(AddedToken token, int from, int to);
    }

    /// @param tokens by the text in which they are found
    AddedTokenSplitter(Map<String, AddedToken> tokens) {
        this.trie = new AddedTokenTrie(tokens);
    }

    void split(String text, int from, int to, Parts out) {
        int gap = from;
        int at = trie.isEmpty() ? to : trie.candidate(text, from, to);
        while (at < to) {
            Optional<AddedTokenTrie.Match> match = trie.longest(text, at, to);
            int end = at + 1;
            if (match.isPresent()) {
                AddedToken token = match.get().token();
                end = match.get().end();
                if (!token.singleWord() || standsAlone(text, from, to, at, end)) {
                    int first = token.lstrip() ? Math.max(gap, skipBack(text, from, at)) : at;
                    int last = token.rstrip() ? skip(text, end, to) : end;
                    if (gap < first) {
                        out.gap(gap, first);
                    }
                    out.token(token, first, last);
                    gap = last;
                }
            }
            at = trie.candidate(text, end, to);
        }
        if (gap < to) {
            out.gap(gap, to);
        }
    }

    private static boolean standsAlone(String text, int from, int to, int at, int end) {
        return !(at > from && CharacterClasses.isWord(text.codePointBefore(at)))
                && !(end < to && CharacterClasses.isWord(text.codePointAt(end)));
    }

    private static int skip(String text, int from, int to) {
        int at = from;
        while (at < to && CharacterClasses.isSpace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static int skipBack(String text, int from, int to) {
        int at = to;
        while (at > from && CharacterClasses.isSpace(text.charAt(at - 1))) {
            at--;
        }
        return at;
    }
}
