package dev.throughline.render;

import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TemplateFingerprintsTest {
    private static final String TEXT = "{{ bos_token }}{% for m in messages %}{{ m.content }}{% endfor %}";

    @Test
    void probesAreRenderedOnceForEachText() {
        TemplateFingerprints first = TemplateFingerprints.of(ChatTemplate.parse(TEXT));

        assertThat(TemplateFingerprints.of(ChatTemplate.parse(TEXT))).isSameAs(first);
    }

    @Test
    void specialTokensAreBehavior() {
        TemplateFingerprints without = TemplateFingerprints.of(ChatTemplate.parse(TEXT));
        TemplateFingerprints with = TemplateFingerprints.of(ChatTemplate.parse(TEXT, Map.of("bos_token", "<s>")));

        assertThat(with.text()).isEqualTo(without.text());
        assertThat(with.behavior()).isNotEqualTo(without.behavior());
    }

    @Test
    void onlyTheLastTemplatesAreKept() {
        TemplateFingerprints first = TemplateFingerprints.of(ChatTemplate.parse(TEXT + "first"));
        for (int other = 0; other < 256; other++) {
            TemplateFingerprints.of(ChatTemplate.parse("other " + other));
        }

        assertThat(TemplateFingerprints.of(ChatTemplate.parse(TEXT + "first")))
                .isEqualTo(first)
                .isNotSameAs(first);
    }
}
