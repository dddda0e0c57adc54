/// Reads the content of files in requests: the text of PDFs, for backends that do not accept PDFs.
///
/// In: bytes and limits. Out: a text, or a reason why there is none. Reading is slow and the bytes may be
/// hostile: it is done on dedicated threads, never on an event loop. Called by `gateway`, which it must not
/// import.
@NullMarked
package dev.throughline.gateway.files;

import org.jspecify.annotations.NullMarked;
