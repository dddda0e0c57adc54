package dev.throughline.harness.probe;

/// The methods for proving what reaches the prompt, strongest first.
public enum ProofMethod {
    APPLY_TEMPLATE("prompt text of /apply-template"),
    TOKENIZE("tokens of /tokenize"),
    USAGE("difference of the prompt tokens in usage"),
    COUNT_TOKENS("difference in count_tokens"),
    NONE("none");

    private final String label;

    ProofMethod(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
