package dev.throughline.pages;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import io.quarkus.test.junit.QuarkusTest;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The dots of the thread map as Chromium draws them: they are the dashes of one path for each mark of a row.
@QuarkusTest
class MapMarksBrowserIT extends InChromium {
    /// Points within a dot, beside its glyph and its thread, and points between dots.
    private static final String POINTS = """
            [...document.querySelectorAll('.map .cell')].flatMap(cell => {
                const shown = cell.querySelector('path').getScreenCTM();
                return cell.querySelector('text').getAttribute('x').split(' ').map(place => {
                    const at = (x, y) => new DOMPoint(+place + x, y).matrixTransform(shown);
                    const [dot, beside] = [at(-5, -5), at(-17, -6)];
                    return {title: cell.querySelector('title').textContent + ', at ' + place,
                        x: dot.x, y: dot.y, besideX: beside.x, besideY: beside.y};
                });
            })""";

    @Test
    void everyObservationHasItsDot() throws IOException {
        String run = PageClient.open("{\"label\":\"dotted\"}");
        PageClient.converse(run, 8, number -> number == 4 || number >= 7);
        try (BrowserContext context = browser.newContext()) {
            Page page = context.newPage();
            page.setViewportSize(1_400, 2_000);
            page.navigate(PageClient.host() + "/runs/" + run);
            page.waitForSelector(".map .cell.bad");

            List<?> points = (List<?>) page.evaluate(POINTS);
            BufferedImage drawn = ImageIO.read(new ByteArrayInputStream(page.screenshot()));

            assertThat(points)
                    .hasSizeGreaterThan(20)
                    .allSatisfy(point -> assertThat(hasDot((Map<?, ?>) point, drawn))
                            .as("%s", point)
                            .isTrue());
        }
    }

    private static boolean hasDot(Map<?, ?> point, BufferedImage drawn) {
        return color(point, "x", "y", drawn) != color(point, "besideX", "besideY", drawn);
    }

    private static int color(Map<?, ?> point, String x, String y, BufferedImage drawn) {
        return drawn.getRGB(coordinate(point.get(x)), coordinate(point.get(y)));
    }

    private static int coordinate(Object value) {
        return (int) Math.round(((Number) value).doubleValue());
    }
}
