package dev.throughline.render.tokenizer.pretokenizer;

import java.util.function.IntPredicate;

/// Cuts at characters of a class, such as digits.
record ClassSplitter(IntPredicate isDelimiter, SplitBehavior behavior) implements Splitter {
    @Override
    public void split(String text, int from, int to, PieceSink out) {
        SplitBehavior.Stretches found = new SplitBehavior.Stretches();
        int start = from;
        int at = from;
        while (at < to) {
            int end = CharacterClasses.next(text, at, to);
            if (isDelimiter.test(CharacterClasses.codePointAt(text, at, to))) {
                found.add(start, at, false);
                found.add(at, end, true);
                start = end;
            }
            at = end;
        }
        found.add(start, to, false);
        behavior.apply(found, from, out);
    }
}
