package dev.throughline.settings;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class RangeValidatorTest {
    @ConfigMapping(prefix = "house")
    interface House {
        @WithDefault("2")
        @Between(least = 1, most = 3)
        int floors();

        @Between(least = 0, most = 2_000_000_000_000L)
        Optional<Long> builtAtMillis();

        Kitchen kitchen();

        Map<String, Room> rooms();

        Map<String, String> names();

        interface Kitchen {
            @WithDefault("4")
            @Between(least = 1, most = 10)
            int chairCount();
        }

        interface Room {
            @Between(least = 1, most = 2)
            int doors();

            @WithParentName
            Size size();
        }

        interface Size {
            @WithDefault("1")
            @Between(least = 1, most = 5_000)
            int area();
        }
    }

    private static House read(Map<String, String> values) {
        return new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(values, "a test", 100))
                .withCustomizers(new RangeValidator())
                .withMapping(House.class)
                .build()
                .getConfigMapping(House.class);
    }

    @Test
    void takesWhatIsMissingOrInRange() {
        assertThat(read(Map.of()).builtAtMillis()).isEmpty();
        assertThat(read(Map.of("house.floors", "1")).floors()).isEqualTo(1);
        assertThat(read(Map.of("house.floors", "3")).floors()).isEqualTo(3);
        assertThat(read(Map.of("house.rooms.attic.doors", "2", "house.names.cat", "Tom"))
                        .rooms())
                .containsOnlyKeys("attic");
    }

    @ParameterizedTest
    @CsvSource({"0, 'house.floors: 1 to 3 was expected, found 0'", "4, 'house.floors: 1 to 3 was expected, found 4'"})
    void refusesWhatIsBeyondAnEnd(String value, String message) {
        assertThatThrownBy(() -> read(Map.of("house.floors", value)))
                .isInstanceOf(ConfigValidationException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "house.built-at-millis=2000000000001: 0 to 2,000,000,000,000",
                "house.kitchen.chair-count=11: 1 to 10",
                "house.rooms.attic.doors=0: 1 to 2",
                "house.rooms.attic.area=5001: 1 to 5,000"
            })
    void findsItInOptionalsAndGroups(String refused) {
        String[] parts = refused.split("[=:]");
        var values = new java.util.HashMap<>(Map.of("house.rooms.attic.doors", "1"));
        values.put(parts[0], parts[1]);

        assertThatThrownBy(() -> read(values))
                .hasMessageContaining(parts[0] + ":" + parts[2] + " was expected, found " + parts[1]);
    }

    @Test
    void reportsAllTogether() {
        var refused = catchThrowableOfType(
                ConfigValidationException.class,
                () -> read(Map.of("house.floors", "0", "house.rooms.a.doors", "3", "house.rooms.b.doors", "2")));

        assertThat(IntStream.range(0, refused.getProblemCount())
                        .mapToObj(i -> refused.getProblem(i).getMessage()))
                .containsExactlyInAnyOrder(
                        "house.floors: 1 to 3 was expected, found 0",
                        "house.rooms.a.doors: 1 to 2 was expected, found 3");
    }
}
