package dev.throughline.k8s;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// Reads YAML as an API server does that validates strictly: a key that comes twice is refused, and so is a field
/// that the model does not have. The classes of the model would keep such a field aside without a word.
final class StrictYaml {
    private static final YAMLMapper MAPPER = YAMLMapper.builder(YAMLFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .annotationIntrospector(new NothingKeptAside())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private StrictYaml() {}

    /// The documents of a file, those that are empty left out.
    static List<JsonNode> documents(String text) {
        List<JsonNode> found = new ArrayList<>();
        try (JsonParser parser = MAPPER.createParser(text)) {
            while (parser.nextToken() != null) {
                JsonNode document = MAPPER.readTree(parser);
                if (!document.isNull()) {
                    found.add(document);
                }
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Reads one object.
    /// @throws IllegalArgumentException naming the path of a field that the type does not have
    static <T> T read(JsonNode tree, Class<T> type) {
        return MAPPER.convertValue(tree, type);
    }

    private static final class NothingKeptAside extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1;

        @Override
        public Boolean hasAnySetter(Annotated member) {
            return false;
        }
    }
}
