package dev.throughline.matrix;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A version by semver.org 2.0.0, parsed leniently: accepts a leading `v`, one or two numbers instead of
/// three, leading zeros, and the suffixes of Python packages.
///
/// @param numbers major, minor, patch
/// @param prerelease its identifiers; empty for a release
/// @param post the number of a post-release, `1` in `0.6.3.post1`
record SemanticVersion(List<String> numbers, List<String> prerelease, Optional<String> post) {
    /// Occurs in the key of a pre-release and in no other.
    static final char PRERELEASE = '-';

    private static final char RELEASE = '~';
    // Lower than every character of an identifier, so that `alpha` < `alpha.1` < `alpha-x`.
    private static final char NEXT = '!';
    private static final int LONGEST = 200;
    private static final String ZERO = sortedNumber("0");
    private static final String IDENTIFIERS = "[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*";
    private static final Pattern WRITTEN = Pattern.compile("v?(\\d{1,99})(?:\\.(\\d{1,99}))?(?:\\.(\\d{1,99}))?"
            + "(?:-(?<pre>" + IDENTIFIERS
            + ")|\\.?(?<python>a|b|rc|dev)(?<number>\\d{1,99})|\\.post(?<post>\\d{1,99}))?"
            + "(?:\\+" + IDENTIFIERS + ")?");

    static Optional<SemanticVersion> parse(String version) {
        if (version.length() > LONGEST) {
            return Optional.empty();
        }
        Matcher found = WRITTEN.matcher(version);
        return found.matches()
                ? Optional.of(new SemanticVersion(
                        numbers(found), prerelease(found), Optional.ofNullable(found.group("post"))))
                : Optional.empty();
    }

    private static List<String> numbers(Matcher found) {
        List<String> numbers = new ArrayList<>();
        for (int group = 1; group <= 3; group++) {
            numbers.add(Optional.ofNullable(found.group(group)).orElse("0"));
        }
        return numbers;
    }

    private static List<String> prerelease(Matcher found) {
        if (found.group("python") != null) {
            // `dev` sorts before the others, as in the order of Python packages.
            String stage = found.group("python").equals("dev") ? "0" : found.group("python");
            return List.of(stage, found.group("number"));
        }
        return found.group("pre") == null
                ? List.of()
                : List.of(found.group("pre").split("\\."));
    }

    /// The major version, below 1.0 with the minor one.
    String line() {
        String major = sortedNumber(numbers.getFirst());
        return major.equals(ZERO) ? major + "." + sortedNumber(numbers.get(1)) : major;
    }

    String sortKey() {
        StringBuilder key = new StringBuilder();
        for (String number : numbers) {
            key.append(key.isEmpty() ? "" : ".").append(sortedNumber(number));
        }
        if (!prerelease.isEmpty()) {
            key.append(PRERELEASE);
            prerelease.forEach(identifier -> key.append(identifier(identifier)).append(NEXT));
            return key.deleteCharAt(key.length() - 1).toString();
        }
        key.append(RELEASE);
        post.ifPresent(number -> key.append(sortedNumber(number)));
        return key.toString();
    }

    /// Numbers sort before texts.
    private static String identifier(String identifier) {
        return identifier.chars().allMatch(c -> c >= '0' && c <= '9')
                ? "0" + sortedNumber(identifier)
                : "1" + identifier;
    }

    /// Encodes a number so that the character order of such texts is the numeric order: the number of digits, in two
    /// characters, then the digits.
    /// @param digits between one and 99 of them; leading zeros are ignored
    static String sortedNumber(String digits) {
        String plain = digits.replaceFirst("^0+(?=.)", "");
        return (plain.length() < 10 ? "0" : "") + plain.length() + plain;
    }
}
