package dev.throughline.harness;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NpmErrorSummaryTest {
    @Test
    void saysOnceWhatIsWrongWithoutPrefixesAndLogFiles() {
        String said = """
                npm error code 1
                npm error path /home/me/node_modules/a
                npm error command failed
                npm error npm error code ETARGET
                npm error npm error notarget No matching version found for a-linux-x64@7.8.1.
                npm error npm error notarget In most cases you or one of your dependencies are requesting a package
                npm error npm error A complete log of this run can be found in: /home/me/.npm/_logs/1.log
                npm error npm error code ETARGET
                npm error npm error notarget No matching version found for a-linux-x64@7.8.1.
                npm error Failed to set up the program
                npm error A complete log of this run can be found in: /home/me/.npm/_logs/2.log
                """;

        assertThat(NpmErrorSummary.of(said))
                .isEqualTo("No matching version found for a-linux-x64@7.8.1. | Failed to set up the program");
    }

    @Test
    void keepsLinesThatAreNotNpms() {
        assertThat(NpmErrorSummary.of("node: not found\n\nsegmentation fault\n"))
                .isEqualTo("node: not found | segmentation fault");
        assertThat(NpmErrorSummary.of("")).isEqualTo("npm printed nothing");
    }
}
