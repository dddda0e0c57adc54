package dev.throughline.vendor;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// The error that a vendor answers with.
///
/// @param shape of the body: `anthropic`, `openai`, `string`, `detail`, `aws`
/// @param code empty for none
/// @param param empty for none
/// @param isWrapped whether it is the raw error of a provider behind the vendor
public record VendorError(String shape, int status, String code, String message, String param, boolean isWrapped) {
    private static final String TYPE = "invalid_request_error";

    /// The body, in the vendor's own shape.
    public ObjectNode body() {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        switch (shape) {
            case "anthropic" -> {
                body.put("type", "error");
                body.putObject("error")
                        .put("type", status == 404 ? "not_found_error" : TYPE)
                        .put("message", message);
            }
            case "string" ->
                body.put("code", code.isEmpty() ? "invalid-argument" : code).put("error", message);
            case "detail" -> {
                ObjectNode detail = body.put("object", "error")
                        .putObject("message")
                        .putArray("detail")
                        .addObject();
                detail.put("type", code).put("msg", message).put("loc", param);
            }
            case "aws" -> body.put("__type", "ValidationException").put("message", message);
            default -> openai(body);
        }
        return body;
    }

    private void openai(ObjectNode body) {
        ObjectNode error = body.putObject("error");
        if (isWrapped) {
            error.put("message", "Provider returned error").put("code", status);
            error.putObject("metadata").put("raw", message);
            return;
        }
        error.put("message", message).put("type", TYPE);
        error.put("param", param.isEmpty() ? null : param).put("code", code.isEmpty() ? null : code);
    }
}
