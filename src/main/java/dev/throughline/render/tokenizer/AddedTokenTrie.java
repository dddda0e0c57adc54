package dev.throughline.render.tokenizer;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;

/// Finds the longest of many strings that begins at a position, in time independent of their number.
public final class AddedTokenTrie {
    private final BitSet first = new BitSet();
    private final Node root = new Node();

    private static final class Node {
        private char[] labels = new char[0];
        private Node[] children = new Node[0];
        private Optional<AddedToken> token = Optional.empty();

        Optional<Node> child(char label) {
            int index = Arrays.binarySearch(labels, label);
            return index < 0 ? Optional.empty() : Optional.of(children[index]);
        }

        Node childFor(char label) {
            int index = Arrays.binarySearch(labels, label);
            if (index >= 0) {
                return children[index];
            }
            int at = -index - 1;
            Node made = new Node();
            char[] moreLabels = Arrays.copyOf(labels, labels.length + 1);
            Node[] moreChildren = Arrays.copyOf(children, children.length + 1);
            System.arraycopy(labels, at, moreLabels, at + 1, labels.length - at);
            System.arraycopy(children, at, moreChildren, at + 1, children.length - at);
            moreLabels[at] = label;
            moreChildren[at] = made;
            labels = moreLabels;
            children = moreChildren;
            return made;
        }
    }

    /// @param tokens by the text in which they are found; none is empty
    public AddedTokenTrie(Map<String, AddedToken> tokens) {
        tokens.forEach(this::add);
    }

    private void add(String spelling, AddedToken token) {
        Node node = root;
        for (int at = 0; at < spelling.length(); at++) {
            node = node.childFor(spelling.charAt(at));
        }
        node.token = Optional.of(token);
        first.set(spelling.charAt(0));
    }

    public boolean isEmpty() {
        return first.isEmpty();
    }

    /// The first place in `[from, to)` at which a token may begin; `to` for none.
    public int candidate(String text, int from, int to) {
        int at = from;
        while (at < to && !first.get(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /// The longest token at `at` that ends at or before `to`, and its end.
    public Optional<Match> longest(String text, int at, int to) {
        Optional<Match> found = Optional.empty();
        Optional<Node> node = Optional.of(root);
        for (int next = at; next < to; next++) {
            node = node.get().child(text.charAt(next));
            if (node.isEmpty()) {
                return found;
            }
            if (node.get().token.isPresent()) {
                found = Optional.of(new Match(node.get().token.get(), next + 1));
            }
        }
        return found;
    }

    /// A token found, and the place behind it.
    public record Match(AddedToken token, int end) {}
}
