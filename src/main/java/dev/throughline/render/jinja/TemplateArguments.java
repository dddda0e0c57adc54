package dev.throughline.render.jinja;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The arguments of a call, by position and by name.
public record TemplateArguments(List<TemplateValue> positional, Map<String, TemplateValue> named) {
    public static final TemplateArguments NONE = new TemplateArguments(List.of(), Map.of());

    public static TemplateArguments of(TemplateValue... values) {
        return new TemplateArguments(List.of(values), Map.of());
    }

    /// The argument at `index` or of this name.
    public Optional<TemplateValue> find(int index, String name) {
        return Optional.ofNullable(index < positional.size() ? positional.get(index) : named.get(name));
    }

    public TemplateValue get(int index, String name, TemplateValue fallback) {
        return find(index, name).orElse(fallback);
    }

    /// The argument at `index` or of this name, `None` for none.
    public TemplateValue get(int index, String name) {
        return get(index, name, TemplateValue.NONE);
    }

    /// Whether the argument at `index` or of this name is given and true.
    public boolean isTrue(int index, String name) {
        return get(index, name, TemplateValue.FALSE).isTrue();
    }

    public TemplateValue require(String function, int index, String name) {
        return find(index, name)
                .orElseThrow(() ->
                        TemplateException.type(function + "() missing 1 required positional argument: '" + name + "'"));
    }

    /// Refuses more arguments than `names`, and other names.
    public TemplateArguments only(String function, String... names) {
        if (positional.size() > names.length) {
            throw TemplateException.type(function + "() takes " + names.length + " positional arguments but "
                    + positional.size() + " were given");
        }
        for (String name : named.keySet()) {
            int at = List.of(names).indexOf(name);
            if (at < 0) {
                throw TemplateException.type(function + "() got an unexpected keyword argument '" + name + "'");
            }
            if (at < positional.size()) {
                throw TemplateException.type(function + "() got multiple values for argument '" + name + "'");
            }
        }
        return this;
    }

    /// Without the first `count` positional ones.
    public TemplateArguments from(int count) {
        return new TemplateArguments(positional.subList(Math.min(count, positional.size()), positional.size()), named);
    }

    /// With one more by name.
    public TemplateArguments with(String name, TemplateValue value) {
        Map<String, TemplateValue> more = new LinkedHashMap<>(named);
        more.put(name, value);
        return new TemplateArguments(positional, more);
    }
}
