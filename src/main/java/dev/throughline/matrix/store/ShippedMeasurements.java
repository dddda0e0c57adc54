package dev.throughline.matrix.store;

import dev.throughline.matrix.store.MatrixConfig.Shipped;
import dev.throughline.matrix.store.MeasuredFile.Content;
import dev.throughline.matrix.store.MeasuredFile.MeasuredFileException;
import dev.throughline.text.Resources;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;

/// The project's measurements, which every installation has. They are read from a file and never stored.
@ApplicationScoped
class ShippedMeasurements {
    private static final Logger LOG = Logger.getLogger(ShippedMeasurements.class);
    private static final String FILE = "measured/measured.jsonl";
    private static final Content NOTHING = new Content(List.of(), Map.of());

    private final MatrixConfig config;

    ShippedMeasurements(MatrixConfig config) {
        this.config = config;
    }

    /// The content of the file, read anew; nothing if there is none, or if it is damaged, which is logged. Blocks
    /// for as long as it takes to read thousands of lines.
    Content read() {
        if (config.measured() == Shipped.NONE) {
            return NOTHING;
        }
        try {
            return Resources.open(FILE).map(MeasuredFile::read).orElse(NOTHING);
        } catch (MeasuredFileException e) {
            LOG.errorf("shipped measurements not loaded file=%s cause=%s", FILE, e);
            return NOTHING;
        }
    }
}
