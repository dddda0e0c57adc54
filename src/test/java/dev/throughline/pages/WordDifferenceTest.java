package dev.throughline.pages;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class WordDifferenceTest {
    @Test
    void marksTheWordsThatOnlyOneTextHas() {
        WordDifference found = WordDifference.of("I will list the files", "I will list all files");

        assertThat(found.before())
                .extracting(WordDifference.Piece::text, WordDifference.Piece::kind)
                .containsExactly(tuple("I will list ", "same"), tuple("the", "gone"), tuple(" files", "same"));
        assertThat(found.after())
                .extracting(WordDifference.Piece::text, WordDifference.Piece::kind)
                .containsExactly(tuple("I will list ", "same"), tuple("all", "new"), tuple(" files", "same"));
    }

    @Test
    void showsAMissingTextAsGone() {
        WordDifference found = WordDifference.of("a thought", "");

        assertThat(found.before())
                .extracting(WordDifference.Piece::text, WordDifference.Piece::kind)
                .containsExactly(tuple("a thought", "gone"));
        assertThat(found.after()).isEmpty();
    }

    @Test
    void joinsToBothTextsAlsoWhereTheyAreTooLongToCompare() {
        String before = "start " + "old ".repeat(3_000) + "end";
        String after = "start " + "new ".repeat(3_000) + "end";

        WordDifference found = WordDifference.of(before, after);

        assertThat(text(found.before())).isEqualTo(before);
        assertThat(text(found.after())).isEqualTo(after);
    }

    private static String text(java.util.List<WordDifference.Piece> pieces) {
        var text = new StringBuilder();
        pieces.forEach(piece -> text.append(piece.text()));
        return text.toString();
    }
}
