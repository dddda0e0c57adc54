package dev.throughline.run.training;

/// The columns of each shape: their types for the header of a dataset card, and their descriptions. Source:
/// Hugging Face Hub, "Dataset card metadata", `dataset_info.features`.
final class CardColumns {
    private static final String MESSAGE = """
              - name: role
                dtype: string
              - name: content
                dtype: string
              - name: reasoning_content
                dtype: string
              - name: tool_calls
                list:
                - name: id
                  dtype: string
                - name: type
                  dtype: string
                - name: function
                  struct:
                  - name: name
                    dtype: string
                  - name: arguments
                    dtype: string
              - name: tool_call_id
                dtype: string
              - name: name
                dtype: string
            """;
    private static final String OPTIONS = """
              - name: tools
                dtype: string
              - name: chat_template_kwargs
                dtype: string
            """;
    private static final String PROVENANCE = """
              - name: provenance
                struct:
                - name: run
                  dtype: string
                - name: exchange
                  dtype: int64
                - name: conversation
                  dtype: int64
                - name: branch
                  dtype: int64
                - name: history_replaced
                  dtype: bool
                - name: client
                  dtype: string
                - name: client_version
                  dtype: string
                - name: dialect
                  dtype: string
                - name: backend
                  dtype: string
                - name: model_asked
                  dtype: string
                - name: model_sent
                  dtype: string
                - name: template
                  dtype: string
                - name: template_sha256
                  dtype: string
                - name: template_behaviour_sha256
                  dtype: string
                - name: tokenizer
                  dtype: string
                - name: generator
                  dtype: string
                - name: time
                  dtype: string
                - name: finish
                  dtype: string
                - name: repaired_messages
                  dtype: int64
                - name: verdict
                  dtype: string
                - name: preservation
                  struct:
                  - name: status
                    dtype: string
                  - name: due
                    dtype: int64
                  - name: exact
                    dtype: int64
                  - name: lost
                    list:
                    - name: exchange
                      dtype: int64
                    - name: request
                      dtype: int64
                    - name: outcome
                      dtype: string
            """;
    private static final String OPTIONS_WORDS = """
            | `tools` | the tools that the request offered, as JSON text; `null` for none |
            | `chat_template_kwargs` | the options that it passed to the template, as JSON text; `null` for none |
            """;

    private CardColumns() {}

    /// The features of a shape as YAML, indented by two spaces.
    static String features(SampleShape shape) {
        return switch (shape) {
            case MESSAGES -> messages("messages") + list("trainable_mask", "bool") + OPTIONS + PROVENANCE;
            case PROMPT_COMPLETION -> messages("prompt") + messages("completion") + OPTIONS + PROVENANCE;
            case TOKENS ->
                list("input_ids", "int64")
                        + list("loss_mask", "int64")
                        + list("assistant_masks", "int64")
                        + list("completion_mask", "int64")
                        + PROVENANCE;
        };
    }

    private static String messages(String name) {
        return "  - name: " + name + "\n    list:\n" + MESSAGE.indent(2);
    }

    private static String list(String name, String type) {
        return "  - name: " + name + "\n    sequence: " + type + "\n";
    }

    /// The columns of a shape as rows of a table.
    static String words(SampleShape shape) {
        return switch (shape) {
            case MESSAGES -> """
                    | `messages` | the last request of the branch and the recorded answer; all of it is text |
                    | `trainable_mask` | for each message whether it is as the model wrote it |
                    """ + OPTIONS_WORDS;
            case PROMPT_COMPLETION -> """
                    | `prompt` | the messages of the last request of the branch |
                    | `completion` | the recorded answer, a list of one message |
                    """ + OPTIONS_WORDS;
            case TOKENS -> """
                    | `input_ids` | the tokens of the branch as its template renders it, the answer included |
                    | `loss_mask` | 1 for each token that is learnt |
                    | `assistant_masks`, `completion_mask` | the same mask by the names that trainers read |
                    """;
        };
    }
}
