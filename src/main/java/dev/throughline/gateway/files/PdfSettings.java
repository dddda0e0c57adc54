package dev.throughline.gateway.files;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;

/// How the text of PDFs is read for backends that take none.
@ConfigMapping(prefix = "throughline.gateway.pdf")
public interface PdfSettings {

    /// Largest PDF that is read.
    @WithDefault("24M")
    MemorySize maxBytes();

    /// Most pages of a PDF.
    @WithDefault("1000")
    @Min(1)
    @Max(100_000)
    int maxPages();

    /// Most characters of text that the PDFs of one request may have together, but no more than a sixteenth of the
    /// memory budget in bytes.
    @WithDefault("4000000")
    @Min(1)
    @Max(100_000_000)
    int maxCharacters();

    /// What one stream of a PDF may unpack to, but no more than a quarter of the memory budget; all of them together
    /// sixteen times as much.
    @WithDefault("64M")
    MemorySize maxMemory();

    /// Time in which the text of one PDF must be read.
    @WithDefault("20s")
    Duration timeout();

    /// PDFs that are read at once; others wait.
    @WithDefault("2")
    @Min(1)
    @Max(64)
    int workers();
}
