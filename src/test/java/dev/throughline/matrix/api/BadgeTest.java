package dev.throughline.matrix.api;

import dev.throughline.export.Tone;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BadgeTest {
    /// Pages and repositories keep copies of badges: the same status has the same bytes in every version.
    @Test
    void staysTheSameBytes() {
        String title = "opencode 1.0 THINK &lt;&amp;&gt;&#39;&quot;";
        String image = """
                <?xml version="1.0" encoding="UTF-8"?>
                <svg xmlns="http://www.w3.org/2000/svg" width="291" height="20" role="img" aria-label="%1$s: \
                preserved, flaky"><title>%1$s: preserved, flaky</title><rect x="0" width="172" height="20" \
                fill="#555555"></rect><rect x="172" width="119" height="20" fill="#17693a"></rect><g \
                fill="#ffffff" text-anchor="middle" font-family="Verdana,sans-serif" font-size="11"><text x="86" \
                y="14" textLength="160" lengthAdjust="spacingAndGlyphs">%1$s</text><text x="231" y="14" \
                textLength="107" lengthAdjust="spacingAndGlyphs">preserved, flaky</text></g></svg>
                """.formatted(title);

        byte[] svg = new Badge("opencode 1.0 THINK <&>'\"", "preserved, flaky", Tone.GOOD).svg();

        assertThat(new String(svg, StandardCharsets.UTF_8)).isEqualTo(image);
    }
}
