package dev.throughline.pages;

import dev.throughline.cli.matrix.MatrixCommand;
import dev.throughline.cli.matrix.SiteFiles;
import dev.throughline.testing.Expensive;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

/// The site of a service, written by the command.
@Expensive(22)
@QuarkusTest
class MatrixSiteIT {
    private static final String CLIENT = "site-client";

    @TempDir
    private Path folder;

    @Test
    void holdsTheMatrixWithItsEvidenceAnswersBadgesAndChanges() throws IOException {
        MeasuredPages.once(CLIENT);

        assertThat(execute(folder)).isZero();

        var site = new SiteFiles(folder);
        assertThat(site.brokenLinks()).isEmpty();
        for (Path file : site.all("")) {
            assertThat(Files.readString(file))
                    .as(file.toString())
                    .doesNotContain(PageClient.host(), "\"/assets", "\"/matrix", "\"/runs", "\"/help");
        }
        for (Path page : site.all(".html")) {
            Document document = Jsoup.parse(page.toFile());
            assertThat(document.select("form[action], footer, .chips, script[src$=throughline.js]"))
                    .as(page.toString())
                    .isEmpty();
            assertThat(document.select("header nav a")).as(page.toString()).hasSize(6);
        }
        assertThat(Jsoup.parse(folder.resolve("index~2.html").toFile()).select("a[rel=prev]"))
                .extracting(one -> one.attr("href"))
                .containsExactly("index.html");
        assertThat(site.all(".html"))
                .filteredOn(page -> page.getFileName().toString().startsWith("index"))
                .anySatisfy(
                        page -> assertThat(Jsoup.parse(page.toFile()).select("main a[href=products/site-client.html]"))
                                .isNotEmpty());
        assertThat(Jsoup.parse(folder.resolve("products/site-client.html").toFile())
                        .select("main a[href^=../cells/]"))
                .isNotEmpty();
        assertThat(Files.readString(folder.resolve("data/use/site-client.js")))
                .contains("\"version\":\"1.0.0\"", "\"answer\":false", "\"answer\":true", "cells/");
        assertThat(Files.readString(folder.resolve("badges/site-client/THINK.svg")))
                .contains("preserved");
        assertThat(Files.readString(folder.resolve("changes.json"))).contains("site-client 2.0.0: THINK preserved");
        assertThat(execute(folder)).isEqualTo(2);
    }

    private static int execute(Path folder) {
        return new CommandLine(new MatrixCommand()).execute("site", folder.toString(), "--server", PageClient.host());
    }
}
