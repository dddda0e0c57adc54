package dev.throughline.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// An error of our API. Source: RFC 9457, members of a problem details object.
///
/// @param detail what was expected and what was found, safe to show
/// @param instance the path of the request
/// @param run the run in question
/// @param pointer JSON pointer of the invalid field in the request body
/// @param parameter name of the invalid query parameter
/// @param allowed the accepted values, if the list is short
/// @param errorClass the class of a chat template's error, as named by Python
/// @param line line of that template, from 1
/// @param column of that line, from 1
/// @param cause why a prompt cannot be extended
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(description = "An error, as application/problem+json (RFC 9457).")
public record Problem(
        @Schema(description = "Stable name of the kind of problem.", examples = "urn:throughline:problem:unknown-run")
        String type,

        @Schema(description = "The kind of problem as text.")
        String title,

        @Schema(description = "The HTTP status.") int status,

        @Schema(description = "What was expected and what was found.")
        String detail,

        @Schema(description = "Path of the request.") @Nullable
        String instance,

        @Schema(description = "The run that the request is about.") @Nullable
        String run,

        @Schema(description = "JSON pointer of the invalid field in the request body.") @Nullable
        String pointer,

        @Schema(description = "Name of the invalid query parameter.") @Nullable
        String parameter,

        @Schema(description = "The accepted values.") @Nullable
        List<String> allowed,

        @Schema(description = "For a chat template: class of its error, as Python names it.", examples = "TypeError")
        @Nullable
        String errorClass,

        @Schema(description = "For a chat template: line of its error, from 1.") @Nullable
        Integer line,

        @Schema(description = "For a chat template: column of its error, from 1.") @Nullable
        Integer column,

        @Schema(description = "For a prompt that cannot be extended: the reason.", examples = "REASONING_CLEARED")
        @Nullable
        String cause) {
    /// The media type of a problem.
    public static final String MEDIA_TYPE = "application/problem+json";

    /// A problem without a location.
    public static Problem of(ProblemType type, String detail) {
        return new Problem(
                type.uri(), type.title(), type.status(), detail, null, null, null, null, null, null, null, null, null);
    }

    private Problem located(
            @Nullable String pointer,
            @Nullable String parameter,
            @Nullable String errorClass,
            @Nullable Integer line,
            @Nullable Integer column) {
        return new Problem(
                type, title, status, detail, null, null, pointer, parameter, null, errorClass, line, column, null);
    }

    /// An invalid field of the request body.
    public static Problem inField(String pointer, String detail) {
        return of(ProblemType.INVALID_FIELD, pointer + ": " + detail).located(pointer, null, null, null, null);
    }

    /// An invalid query parameter.
    public static Problem inParameter(String parameter, String detail) {
        return of(ProblemType.INVALID_PARAMETER, parameter + ": " + detail).located(null, parameter, null, null, null);
    }

    /// A failed chat template.
    ///
    /// @param pointer JSON pointer of the template in the request body; empty if it is not part of it
    /// @param errorClass as named by Python
    /// @param line line of the template, from 1, or 0 if unknown
    /// @param column column of that line, from 1, or 0 if unknown
    public static Problem inTemplate(String pointer, String errorClass, int line, int column, String message) {
        String place = line > 0 ? " at line " + line + ", column " + column : "";
        return of(ProblemType.TEMPLATE_FAILED, errorClass + place + ": " + message)
                .located(
                        pointer.isEmpty() ? null : pointer,
                        null,
                        errorClass,
                        line > 0 ? line : null,
                        column > 0 ? column : null);
    }

    private Problem with(int status, @Nullable String run, @Nullable List<String> allowed, @Nullable String cause) {
        return new Problem(
                type,
                title,
                status,
                detail,
                instance,
                run,
                pointer,
                parameter,
                allowed,
                errorClass,
                line,
                column,
                cause);
    }

    /// The same with this reason.
    public Problem because(String reason) {
        return with(status, run, allowed, reason);
    }

    /// The same with the accepted values.
    public Problem allowing(List<String> choices) {
        return with(status, run, List.copyOf(choices), cause);
    }

    /// The same about a run.
    public Problem about(@Nullable String id) {
        return with(status, id, allowed, cause);
    }

    /// The same with the status chosen by the HTTP layer.
    Problem withStatus(int chosen) {
        return with(chosen, run, allowed, cause);
    }

    /// The same with the request's path.
    Problem at(String path) {
        return new Problem(
                type, title, status, detail, path, run, pointer, parameter, allowed, errorClass, line, column, cause);
    }

    /// The problem as an exception, for code that cannot return it.
    public ProblemException exception() {
        return new ProblemException(this);
    }
}
