package dev.throughline.run.training;

import dev.throughline.render.tokenizer.pretokenizer.TestVocabularies;
import dev.throughline.testing.BackendResource;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The service in front of the scripted backend, with a tokenizer named `small` and templates that are
/// none of ours.
public final class TrainingProfile implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
        try {
            Path folder = Files.createTempDirectory("training");
            Path tokenizer = Files.writeString(
                    folder.resolve("tokenizer.json"), TestVocabularies.glm().toString());
            Path bare = Files.writeString(
                    folder.resolve("bare.jinja"),
                    "{% for m in messages %}<sop>{{ m.role }}\n{{ m.content }}<|endoftext|>{% endfor %}");
            Path failing = Files.writeString(folder.resolve("failing.jinja"), "{{ raise_exception('No.') }}");
            return Map.of(
                    "throughline.tokenizers.small", tokenizer.toString(),
                    "throughline.templates.bare", bare.toString(),
                    "throughline.templates.failing", failing.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(BackendResource.class));
    }
}
