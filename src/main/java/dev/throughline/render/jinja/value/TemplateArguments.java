package dev.throughline.render.jinja.value;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The arguments of a call, by position and by name.
public record TemplateArguments(List<Value> positional, Map<String, Value> named) {
    public static final TemplateArguments NONE = new TemplateArguments(List.of(), Map.of());

    public static TemplateArguments of(Value... values) {
        return new TemplateArguments(List.of(values), Map.of());
    }

    /// The argument at `index` or of this name.
    public Optional<Value> find(int index, String name) {
        return Optional.ofNullable(index < positional.size() ? positional.get(index) : named.get(name));
    }

    public Value get(int index, String name, Value fallback) {
        return find(index, name).orElse(fallback);
    }

    public Value require(String function, int index, String name) {
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
    public TemplateArguments with(String name, Value value) {
        Map<String, Value> more = new LinkedHashMap<>(named);
        more.put(name, value);
        return new TemplateArguments(positional, more);
    }

    /// With `value` before all others.
    TemplateArguments prepended(Value value) {
        List<Value> more = new ArrayList<>(positional.size() + 1);
        more.add(value);
        more.addAll(positional);
        return new TemplateArguments(more, named);
    }
}
