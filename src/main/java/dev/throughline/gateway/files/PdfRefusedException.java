package dev.throughline.gateway.files;

/// A PDF whose text cannot be had. The message says what it is: "encrypted with a password".
final class PdfRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PdfRefusedException(String what) {
        super(what);
    }
}
