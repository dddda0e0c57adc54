package dev.throughline.gateway.files;

import dev.throughline.settings.Between;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/// How the text of PDFs is read for backends that take none.
@ConfigMapping(prefix = "throughline.gateway.pdf")
public interface PdfSettings {

    /// Maximum size of a PDF.
    @WithDefault("24M")
    MemorySize maxBytes();

    /// Maximum number of pages of a PDF.
    @WithDefault("1000")
    @Between(least = 1, most = 100_000)
    int maxPages();

    /// Maximum characters of text in all PDFs of one request, capped at a sixteenth of the memory budget in
    /// bytes.
    @WithDefault("4000000")
    @Between(least = 1, most = 100_000_000)
    int maxCharacters();

    /// Maximum unpacked size of one stream of a PDF, capped at a quarter of the memory budget; all streams
    /// together may have sixteen times as much.
    @WithDefault("64M")
    MemorySize maxMemory();

    /// Timeout for reading the text of one PDF.
    @WithDefault("20s")
    Duration timeout();

    /// PDFs read concurrently; others wait.
    @WithDefault("2")
    @Between(least = 1, most = 64)
    int workers();
}
