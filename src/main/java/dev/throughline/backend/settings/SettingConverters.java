package dev.throughline.backend.settings;

import dev.throughline.conversation.Dialect;
import dev.throughline.vendor.BackendKind;
import dev.throughline.wire.HistoryField;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.spi.Converter;

/// Parses settings with a fixed set of values; an invalid value is rejected with a list of the valid ones.
public final class SettingConverters {
    private SettingConverters() {}

    public static final class OfDialect implements Converter<Dialect> {
        private static final long serialVersionUID = 1L;

        @Override
        public Dialect convert(String value) {
            return one(Dialect.values(), Dialect::id, value);
        }
    }

    public static final class OfFamily implements Converter<ModelFamily> {
        private static final long serialVersionUID = 1L;

        @Override
        public ModelFamily convert(String value) {
            return new ModelFamily(value.strip());
        }
    }

    public static final class OfKind implements Converter<BackendKind> {
        private static final long serialVersionUID = 1L;

        @Override
        public BackendKind convert(String value) {
            return one(BackendKind.all().toArray(BackendKind[]::new), BackendKind::id, value);
        }
    }

    public static final class OfReasoningIn implements Converter<ReasoningIn> {
        private static final long serialVersionUID = 1L;

        @Override
        public ReasoningIn convert(String value) {
            return one(ReasoningIn.values(), ReasoningIn::id, value);
        }
    }

    public static final class OfHistoryField implements Converter<HistoryField> {
        private static final long serialVersionUID = 1L;

        @Override
        public HistoryField convert(String value) {
            return one(HistoryField.values(), HistoryField::id, value);
        }
    }

    public static final class OfHistory implements Converter<HistoryMode> {
        private static final long serialVersionUID = 1L;

        @Override
        public HistoryMode convert(String value) {
            return one(HistoryMode.values(), HistoryMode::id, value);
        }
    }

    public static final class OfFiles implements Converter<FilesMode> {
        private static final long serialVersionUID = 1L;

        @Override
        public FilesMode convert(String value) {
            return one(FilesMode.values(), FilesMode::id, value);
        }
    }

    public static final class OfHttpVersion implements Converter<HttpVersionChoice> {
        private static final long serialVersionUID = 1L;

        @Override
        public HttpVersionChoice convert(String value) {
            return one(HttpVersionChoice.values(), HttpVersionChoice::id, value);
        }
    }

    private static <T> T one(T[] values, Function<T, String> id, String value) {
        return Arrays.stream(values)
                .filter(choice -> id.apply(choice).equals(value.strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("found '" + value + "'; expected one of "
                        + Arrays.stream(values).map(id).collect(Collectors.joining(", "))));
    }
}
