package dev.throughline.filter;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The text of an XML element: CDATA sections as they are, the five entities elsewhere.
final class XmlText {
    private static final Map<String, String> ENTITIES =
            Map.of("lt", "<", "gt", ">", "amp", "&", "quot", "\"", "apos", "'");
    private static final Pattern PART =
            Pattern.compile("<!\\[CDATA\\[(.*?)]]>|&(lt|gt|amp|quot|apos);", Pattern.DOTALL);

    private XmlText() {}

    static String decoded(String text) {
        return PART.matcher(text)
                .replaceAll(part ->
                        Matcher.quoteReplacement(part.group(2) == null ? part.group(1) : ENTITIES.get(part.group(2))));
    }
}
