package dev.throughline.render.tokenizer;

import java.util.List;
import java.util.Random;

/// Texts in many scripts, the same for the same seed: words of a few syllables, and between them what tokenizers treat
/// in ways of their own.
public final class RandomTexts {
    /// First and last code points of letters, and of marks where a script has them.
    static final List<int[]> SCRIPTS = List.of(
            new int[] {'a', 'z'},
            new int[] {0xC0, 0x17E},
            new int[] {0x391, 0x3C9},
            new int[] {0x410, 0x44F},
            new int[] {0x561, 0x586},
            new int[] {0x5D0, 0x5EA, 0x5B0, 0x5BC},
            new int[] {0x627, 0x63A, 0x64B, 0x652},
            new int[] {0x915, 0x939, 0x93E, 0x94D},
            new int[] {0x995, 0x9A8, 0x9BE, 0x9C4},
            new int[] {0xB95, 0xB95, 0xBBE, 0xBC2},
            new int[] {0xE01, 0xE2E, 0xE31, 0xE3A},
            new int[] {0x10D0, 0x10F0},
            new int[] {0x1200, 0x1246},
            new int[] {0xAC00, 0xAC40},
            new int[] {0x1100, 0x1112, 0x1161, 0x1175},
            new int[] {0x3041, 0x3096, 0x3099, 0x309A},
            new int[] {0x30A1, 0x30FA},
            new int[] {0x4E00, 0x4E80},
            new int[] {0x20000, 0x20020},
            new int[] {0x1D400, 0x1D433});

    private static final List<String> BETWEEN = List.of(
            " ", " ", " ", " ", "  ", "\n", "\n\n", "\t", " \n ", "\r\n", "\u00A0", "\u3000", "\u2009", "   \n  ", "");
    private static final List<String> ODDITIES = List.of(
            "it's",
            "WE'LL",
            "I'D",
            "'\u017F",
            "they've",
            "can't",
            "x'y",
            "12",
            "3.14159",
            "1000000",
            "\u00BD",
            "\u0664\u0662",
            "\u2167",
            "...",
            "!?",
            "-->",
            "/* */",
            "http://a.b/c",
            "{\"k\": [1, 2]}",
            "a_b",
            "AbCdEF",
            "e\u0301",
            "a\u0323\u0301",
            "\u1E9B\u0323",
            "\u0301",
            "\u0958",
            "\u212B",
            "\uAC00\u11A8",
            "\u1100\u1161\u11A8",
            "\uD83D\uDE00",
            "\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67",
            "\uD83C\uDDE9\uD83C\uDDEA",
            "\u2764\uFE0F",
            "\u200B",
            "\uFEFF",
            "\u0000",
            "\u0085",
            "\u2028",
            "#",
            "$",
            "\\n",
            "    ",
            "\n\n\n",
            "\uFF01",
            "\u3002");

    private final Random random;
    private final List<String> special;

    /// @param special tokens that some of the texts contain
    public RandomTexts(long seed, List<String> special) {
        this.random = new Random(seed);
        this.special = special;
    }

    public String next() {
        int script = random.nextInt(SCRIPTS.size());
        StringBuilder text = new StringBuilder();
        int words = random.nextInt(30);
        for (int word = 0; word < words; word++) {
            int kind = random.nextInt(12);
            if (kind == 0) {
                text.append(pick(ODDITIES));
            } else if (kind == 1 && !special.isEmpty()) {
                text.append(pick(special));
            } else {
                word(text, SCRIPTS.get(kind == 2 ? random.nextInt(SCRIPTS.size()) : script));
            }
            text.append(pick(BETWEEN));
        }
        return text.toString();
    }

    /// Words are made of few syllables, so that a trained vocabulary has tokens for parts of them.
    private void word(StringBuilder text, int[] script) {
        int syllables = 1 + random.nextInt(4);
        for (int syllable = 0; syllable < syllables; syllable++) {
            int number = random.nextInt(10);
            Random fixed = new Random(number * 31L + script[0]);
            for (int letter = 0; letter < 2; letter++) {
                text.appendCodePoint(between(fixed, script[0], script[1]));
                if (script.length > 2 && fixed.nextBoolean()) {
                    text.appendCodePoint(between(fixed, script[2], script[3]));
                }
            }
        }
        if (random.nextInt(8) == 0) {
            String upper = text.toString().toUpperCase(java.util.Locale.ROOT);
            text.setLength(0);
            text.append(upper);
        }
    }

    private static int between(Random random, int first, int last) {
        return first + random.nextInt(last - first + 1);
    }

    private String pick(List<String> strings) {
        return strings.get(random.nextInt(strings.size()));
    }
}
