package dev.throughline.filter.call;

import dev.throughline.filter.markup.GlmMarker;

/// Who opened the extractor of calls, and takes what is no call.
public interface ExtractorHost {
    /// No call after all: this is text where the call seemed to begin.
    void giveBack(String text);

    /// The call is over or was none; this marker stands behind it.
    void goOn(GlmMarker glmMarker);

    /// A call begins for certain.
    void callBegins();
}
