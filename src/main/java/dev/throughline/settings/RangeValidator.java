package dev.throughline.settings;

import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.ConfigValidationException.Problem;
import io.smallrye.config.ConfigValidator;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.config.SmallRyeConfigBuilderCustomizer;
import io.smallrye.config.WithParentName;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Checks the ranges of settings ([Between]) when they are read, groups inside of groups included. All values out of
/// range are reported together, each with the full name of its setting.
public final class RangeValidator implements ConfigValidator, SmallRyeConfigBuilderCustomizer {
    private static final String OURS = "dev.throughline.";

    @Override
    public void configBuilder(SmallRyeConfigBuilder builder) {
        builder.withValidator(this);
    }

    /// @throws ConfigValidationException with one problem for each value out of range
    @Override
    public void validateMapping(Class<?> mapping, String prefix, Object values) {
        if (!isGroup(mapping)) {
            return;
        }
        List<Problem> problems = new ArrayList<>();
        group(mapping, prefix, values, problems);
        if (!problems.isEmpty()) {
            throw new ConfigValidationException(problems.toArray(Problem[]::new));
        }
    }

    private static void group(Class<?> type, String prefix, Object values, List<Problem> problems) {
        for (Method method : type.getMethods()) {
            if (method.getParameterCount() == 0 && Modifier.isAbstract(method.getModifiers())) {
                setting(method, name(prefix, method), value(method, values), problems);
            }
        }
    }

    private static void setting(Method method, String name, Object value, List<Problem> problems) {
        Between range = method.getAnnotation(Between.class);
        if (range != null) {
            number(value)
                    .filter(number -> number < range.least() || number > range.most())
                    .ifPresent(number -> problems.add(new Problem(String.format(
                            Locale.ROOT,
                            "%s: %,d to %,d was expected, found %d",
                            name,
                            range.least(),
                            range.most(),
                            number))));
        } else if (value instanceof Map<?, ?> byName) {
            Type[] types = ((ParameterizedType) method.getGenericReturnType()).getActualTypeArguments();
            if (types[1] instanceof Class<?> type && isGroup(type)) {
                byName.forEach((key, one) -> group(type, name + "." + key, one, problems));
            }
        } else if (isGroup(method.getReturnType())) {
            group(method.getReturnType(), name, value, problems);
        }
    }

    private static boolean isGroup(Class<?> type) {
        return type.isInterface() && type.getName().startsWith(OURS);
    }

    private static Optional<Long> number(Object value) {
        return switch (value) {
            case Number number -> Optional.of(number.longValue());
            case Optional<?> optional -> optional.flatMap(RangeValidator::number);
            default -> throw new IllegalStateException("no whole number: " + value.getClass());
        };
    }

    private static String name(String prefix, Method method) {
        if (method.isAnnotationPresent(WithParentName.class)) {
            return prefix;
        }
        return prefix
                + "."
                + method.getName().replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    private static Object value(Method method, Object values) {
        try {
            // A mapping may be visible in its package only.
            method.setAccessible(true);
            return method.invoke(values);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}
