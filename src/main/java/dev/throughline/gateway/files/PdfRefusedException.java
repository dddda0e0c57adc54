package dev.throughline.gateway.files;

/// A PDF whose text cannot be extracted. The message describes it: "encrypted with a password".
final class PdfRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PdfRefusedException(String what) {
        super(what);
    }
}
