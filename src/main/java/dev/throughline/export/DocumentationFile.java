package dev.throughline.export;

import dev.throughline.text.Resources;
import java.util.Optional;
import java.util.regex.Pattern;

/// The pages of the bundled documentation, from `src/site/markdown`.
public final class DocumentationFile {
    /// The list of the pages.
    public static final String INDEX = "index";

    private static final Pattern NAME = Pattern.compile("[a-z]+(?:[/-][a-z]+)*");

    private DocumentationFile() {}

    /// The Markdown of a page; empty if there is none of this name.
    /// @param name such as `guides/proxy`
    public static Optional<String> text(String name) {
        if (!NAME.matcher(name).matches()) {
            return Optional.empty();
        }
        return Resources.findText("docs/" + name + ".md");
    }
}
