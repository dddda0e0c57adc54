package dev.throughline.matrix;

/// A dimension by which cells can be filtered.
///
/// Values are written as in the API: `preserved`, `stream`, `openai-chat`, `tools`; none is the empty
/// string.
public enum Axis {
    SUITE,
    SCENARIO,
    POLICY,
    STREAMING,
    CLIENT,
    CLIENT_VERSION,
    VARIANT,
    SDK,
    REASONING_FIELD,
    MODEL,
    GATEWAY,
    GATEWAY_VERSION,
    BACKEND,
    BACKEND_VERSION,
    TEMPLATE,
    DIALECT_IN,
    DIALECT_OUT
}
