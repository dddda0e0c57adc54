package dev.throughline.store.database;

import java.io.IOException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PostmasterCommandIT {
    @Test
    void keepsEachArgumentAsOneWord() throws IOException {
        String line = "/opt/my server/bin/postgres \"-D\" \"/data/of me\" \"-p\" \"5433\" \"-c\" \"listen_addresses=\"";

        assertThat(PostmasterCommand.parse(line).words())
                .containsExactly(
                        "/opt/my server/bin/postgres", "-D", "/data/of me", "-p", "5433", "-c", "listen_addresses=");
    }

    @Test
    void readsAProgramWithoutArguments() throws IOException {
        assertThat(PostmasterCommand.parse("/bin/postgres").words()).containsExactly("/bin/postgres");
    }

    /// A full disk leaves the file empty.
    @Test
    void refusesAnEmptyLine() {
        assertThatThrownBy(() -> PostmasterCommand.parse(""))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("postmaster.opts");
    }
}
