package dev.throughline.export;

import io.quarkus.qute.Engine;
import io.quarkus.qute.Expression;
import io.quarkus.qute.HtmlEscaper;
import io.quarkus.qute.ReflectionValueResolver;
import io.quarkus.qute.TemplateLocator.TemplateLocation;
import io.quarkus.qute.ValueResolvers;
import io.quarkus.qute.Variant;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A template of a file: a report, a prompt, a badge. It renders without a running service too, so that commands write
/// the same files. The build checks what templates use of the types that they name.
///
/// Every value is escaped for the format of the file, and has no characters that XML forbids.
public final class FileTemplate {
    private static final String FOLDER = "/templates/";
    private static final String XML = "application/xml";
    private static final Map<String, String> TYPES = Map.of("html", "text/html", "svg", "image/svg+xml", "xml", XML);
    private static final Engine ENGINE = Engine.builder()
            .addDefaults()
            .addValueResolver(ValueResolvers.rawResolver())
            .addValueResolver(new ReflectionValueResolver())
            .addResultMapper(new Escaper())
            .addLocator(FileTemplate::locate)
            .build();

    private FileTemplate() {}

    /// The file in UTF-8.
    /// @param name of the template in `templates/files`, for instance `badge.svg`
    /// @param values what the template uses, by name
    public static byte[] render(String name, Map<String, ?> values) {
        return ENGINE.getTemplate("files/" + name).data(values).render().getBytes(StandardCharsets.UTF_8);
    }

    /// @param id its path in `templates`; without an extension, HTML is meant
    private static Optional<TemplateLocation> locate(String id) {
        String file = id.contains(".") ? id : id + ".html";
        InputStream in = FileTemplate.class.getResourceAsStream(FOLDER + file);
        return Optional.ofNullable(in).map(bytes -> location(file, bytes));
    }

    private static TemplateLocation location(String file, InputStream bytes) {
        String type = TYPES.get(file.substring(file.lastIndexOf('.') + 1));
        return new TemplateLocation() {
            @Override
            public Reader read() {
                return new InputStreamReader(bytes, StandardCharsets.UTF_8);
            }

            @Override
            public Optional<Variant> getVariant() {
                return Optional.ofNullable(type).map(Variant::forContentType);
            }

            @Override
            public Optional<URI> getSource() {
                return Optional.empty();
            }
        };
    }

    private static final class Escaper extends HtmlEscaper {
        private Escaper() {
            super(List.copyOf(TYPES.values()));
        }

        @Override
        public String map(Object result, Expression expression) {
            String escaped =
                    super.map(SafeText.of(result.toString()), expression).replace("\r", "&#13;");
            boolean isXml = expression
                    .getOrigin()
                    .getVariant()
                    .map(variant -> variant.getContentType().equals(XML))
                    .orElse(false);
            // Readers of XML take line breaks in attributes for spaces.
            return isXml ? escaped.replace("\n", "&#10;").replace("\t", "&#9;") : escaped;
        }
    }
}
