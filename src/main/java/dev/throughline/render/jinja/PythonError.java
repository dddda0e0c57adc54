package dev.throughline.render.jinja;

/// The class of an error, as named by Python or jinja2. [#LIMIT_EXCEEDED] is ours: Python would continue forever.
public enum PythonError {
    TEMPLATE_ERROR("TemplateError"),
    TEMPLATE_SYNTAX_ERROR("TemplateSyntaxError"),
    TEMPLATE_ASSERTION_ERROR("TemplateAssertionError"),
    TEMPLATE_RUNTIME_ERROR("TemplateRuntimeError"),
    FILTER_ARGUMENT_ERROR("FilterArgumentError"),
    UNDEFINED_ERROR("UndefinedError"),
    SECURITY_ERROR("SecurityError"),
    SYNTAX_ERROR("SyntaxError"),
    TYPE_ERROR("TypeError"),
    VALUE_ERROR("ValueError"),
    KEY_ERROR("KeyError"),
    INDEX_ERROR("IndexError"),
    ASSERTION_ERROR("AssertionError"),
    ATTRIBUTE_ERROR("AttributeError"),
    OVERFLOW_ERROR("OverflowError"),
    ZERO_DIVISION_ERROR("ZeroDivisionError"),
    RECURSION_ERROR("RecursionError"),
    RUNTIME_ERROR("RuntimeError"),
    LIMIT_EXCEEDED("LimitExceeded");

    private final String className;

    PythonError(String className) {
        this.className = className;
    }

    /// As Python writes it, without a module.
    public String className() {
        return className;
    }
}
