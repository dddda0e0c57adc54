package dev.throughline.render.tokenizer;

import dev.throughline.render.jinja.CheckedText;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The character map of a SentencePiece model: a double-array trie over UTF-8 bytes, and behind it the texts that its
/// values point to, each ended by a zero byte. Source: `spm_precompiled` of Hugging Face tokenizers.
final class PrecompiledText implements TextNormalizer {
    private static final int UNIT = 4;
    /// Longer characters are looked up code point by code point.
    private static final int LONGEST = 6;

    private static final Pattern CHARACTER = Pattern.compile("\\X");

    private final int[] trie;
    private final byte[] texts;

    private PrecompiledText(int[] trie, byte[] texts) {
        this.trie = trie;
        this.texts = texts;
    }

    /// @param charsmap in base64
    /// @param place for errors
    static PrecompiledText of(String charsmap, String place) {
        try {
            ByteBuffer bytes =
                    ByteBuffer.wrap(Base64.getDecoder().decode(charsmap)).order(ByteOrder.LITTLE_ENDIAN);
            int size = bytes.remaining() < UNIT ? -1 : bytes.getInt();
            if (size < UNIT || size % UNIT != 0 || size > bytes.remaining()) {
                throw new TokenizerFormatException(place, "is not a character map of SentencePiece");
            }
            int[] trie = new int[size / UNIT];
            bytes.slice(bytes.position(), size)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asIntBuffer()
                    .get(trie);
            byte[] texts = new byte[bytes.remaining() - size];
            bytes.position(bytes.position() + size).get(texts);
            return new PrecompiledText(trie, texts);
        } catch (IllegalArgumentException e) {
            throw new TokenizerFormatException(place, "is not base64");
        }
    }

    @Override
    public boolean keeps(String text, int from, int to) {
        return from == to;
    }

    @Override
    public AlignedText normalize(String text, int from, int to) {
        AlignedBuilder out = new AlignedBuilder(to - from);
        Matcher character = CHARACTER.matcher(CheckedText.of(text)).region(from, to);
        while (character.find()) {
            Optional<String> whole = isShort(character.group()) ? find(character.group()) : Optional.empty();
            if (whole.isPresent()) {
                out.add(whole.get(), character.start(), character.end());
            } else {
                parts(text, character.start(), character.end(), out);
            }
        }
        return out.build();
    }

    private void parts(String text, int from, int to, AlignedBuilder out) {
        int at = from;
        while (at < to) {
            int end = CharacterClasses.next(text, at, to);
            Optional<String> found = find(text.substring(at, end));
            if (found.isPresent()) {
                out.add(found.get(), at, end);
            } else {
                out.same(text, at, end);
            }
            at = end;
        }
    }

    private static boolean isShort(String character) {
        return character.length() < LONGEST && character.getBytes(StandardCharsets.UTF_8).length < LONGEST;
    }

    /// The replacement of a character: the entry of the shortest beginning of it that has one.
    private Optional<String> find(String character) {
        int node = offset(trie[0]);
        for (byte each : character.getBytes(StandardCharsets.UTF_8)) {
            int octet = each & 0xFF;
            node ^= octet;
            if (octet == 0 || node >= trie.length || (trie[node] & (1 << 31 | 0xFF)) != octet) {
                return Optional.empty();
            }
            boolean hasValue = (trie[node] >>> 8 & 1) == 1;
            node ^= offset(trie[node]);
            if (hasValue && node < trie.length) {
                return text(trie[node] & Integer.MAX_VALUE);
            }
        }
        return Optional.empty();
    }

    private Optional<String> text(int at) {
        int end = at;
        while (end < texts.length && texts[end] != 0) {
            end++;
        }
        return at > end || at > texts.length
                ? Optional.empty()
                : Optional.of(new String(texts, at, end - at, StandardCharsets.UTF_8));
    }

    private static int offset(int unit) {
        return unit >>> 10 << ((unit & 1 << 9) >>> 6);
    }
}
