package dev.throughline.cli.check;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.CheckOutcome;
import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.ProxyRoute;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CheckListTableTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final ClientSpec SPEC =
            new ClientSpec("kilo", "7.7.7", "openai-chat", Optional.of("interleaved"), "glm-4.7", "tools");

    @ParameterizedTest(name = "{0} {1} {2} -> {3}")
    @CsvSource({
        "PASS, PASS, PASS, 0",
        "PASS, FAIL, INCONCLUSIVE, 1",
        "PASS, INCONCLUSIVE, PASS, 2",
        "PASS, FAIL, ERROR, 70",
        "PASS, UNSUPPORTED, PASS, 0",
        "UNSUPPORTED, UNSUPPORTED, UNSUPPORTED, 2"
    })
    void theWorstThatBecameOfOneIsTheExitCode(String first, String second, String third, int code) {
        assertThat(new CheckListTable(List.of(one(first), one(second), one(third))).exitCode())
                .isEqualTo(code);
    }

    @Test
    void showsALinePerClientAndWhyOneCouldNotBeChecked() {
        var table = new CheckListTable(List.of(one("FAIL"), one("ERROR")));

        List<String> lines = table.text().strip().lines().toList();

        assertThat(lines.get(0))
                .isEqualTo("CLIENT  VERSION  DIALECT      VARIANT      MODEL    WITHIN     ACROSS  VERDICT  SECONDS");
        assertThat(lines.get(1))
                .isEqualTo("kilo    7.7.7    openai-chat  interleaved  glm-4.7  PRESERVED  BROKEN  FAIL     12");
        assertThat(lines.get(2)).contains("  -          -       ERROR    1");
        assertThat(lines.get(3)).isEqualTo("kilo@7.7.7: npm is not on the PATH");
        assertThat(lines.get(4))
                .isEqualTo(
                        "2 checks: 0 PASS, 1 FAIL, 0 INCONCLUSIVE, 0 UNSUPPORTED, 1 ERROR; " + "0 already measured.");
    }

    @Test
    void showsWhatStoodBetweenClientAndStubWhereAnythingDid() {
        ClientSpec proxied = new ClientSpec(
                "kilo",
                "7.7.7",
                "openai-chat",
                Optional.empty(),
                "glm-4.7",
                "ends",
                Optional.of(new ProxyRoute("native")));
        var table = new CheckListTable(List.of(one("PASS"), new CheckOutcome.Unsupported(proxied, "speaks none")));

        List<String> lines = table.text().strip().lines().toList();

        assertThat(lines.get(0)).endsWith("SECONDS  SCENARIO  THROUGH");
        assertThat(lines.get(1)).endsWith("-");
        assertThat(lines.get(2)).endsWith("ends      proxy, native");
        assertThat(table.json()).contains("\"through\":\"proxy\",\"output\":\"native\"");
    }

    @Test
    void tellsAReasonThatSeveralChecksShareOnce() {
        String text = new CheckListTable(List.of(one("ERROR"), one("ERROR"), one("UNSUPPORTED"))).text();

        assertThat(text).containsOnlyOnce("npm is not on the PATH");
        assertThat(text).containsOnlyOnce("kilo@7.7.7 is UNSUPPORTED: it speaks only responses");
    }

    @Test
    void tellsProgramsTheSame() throws IOException {
        var json = JSON.readTree(new CheckListTable(List.of(one("FAIL"), one("ERROR"), one("UNSUPPORTED"))).json());

        assertThat(json.at("/clients/0/think/acrossTurns").asText()).isEqualTo("BROKEN");
        assertThat(json.at("/clients/0/variant").asText()).isEqualTo("interleaved");
        assertThat(json.at("/clients/1/error").asText()).contains("npm");
        assertThat(json.at("/clients/2/unsupported").asText()).contains("only responses");
        assertThat(json.path("exitCode").asInt()).isEqualTo(70);
    }

    private static CheckOutcome one(String verdict) {
        if (verdict.equals("UNSUPPORTED")) {
            return new CheckOutcome.Unsupported(SPEC, "speaks only responses");
        }
        if (verdict.equals("ERROR")) {
            return new CheckOutcome.Failed(SPEC, "npm is not on the PATH", Duration.ofSeconds(1));
        }
        ObjectNode report = JSON.createObjectNode().put("run", "abc").put("verdict", verdict);
        report.putObject("capabilities")
                .putObject("THINK")
                .put("withinTurn", "PRESERVED")
                .put("acrossTurns", "BROKEN");
        return new CheckOutcome.Judged(SPEC, report, false, Duration.ofSeconds(12));
    }
}
