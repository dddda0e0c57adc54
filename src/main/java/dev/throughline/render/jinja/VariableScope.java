package dev.throughline.render.jinja;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The variables of a template, a loop pass or a macro call, in front of those of what encloses it.
final class VariableScope {
    private final Optional<VariableScope> parent;
    private final Map<String, TemplateValue> variables;

    /// The outermost scope, with the context and the global functions.
    VariableScope(Map<String, TemplateValue> variables) {
        this.parent = Optional.empty();
        this.variables = variables;
    }

    private VariableScope(VariableScope parent) {
        this.parent = Optional.of(parent);
        this.variables = new HashMap<>(8);
    }

    VariableScope inner() {
        return new VariableScope(this);
    }

    void set(String name, TemplateValue value) {
        variables.put(name, value);
    }

    TemplateValue get(String name) {
        VariableScope scope = this;
        while (true) {
            TemplateValue found = scope.variables.get(name);
            if (found != null) {
                return found;
            }
            if (scope.parent.isEmpty()) {
                return new TemplateValue.UndefinedValue("'" + TemplateException.quoted(name) + "' is undefined");
            }
            scope = scope.parent.get();
        }
    }
}
