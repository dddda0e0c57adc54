package dev.throughline.filter;

/// The owner of the call extractor, which receives what is not part of a call.
public interface ExtractorHost {
    /// Not a call: this is text at the position where the call seemed to begin.
    void giveBack(String text);

    /// The call ended or was none; this marker follows it.
    void goOn(GlmMarker glmMarker);

    /// A call definitely begins.
    void callBegins();
}
