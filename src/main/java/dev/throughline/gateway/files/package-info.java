/// What is in files that requests hold: the text of PDFs, for backends that take none.
///
/// Bytes and limits flow in, text or a reason why there is none flows out. Reading is slow and of hostile
/// bytes: it is done on threads of its own, never on an event loop. Requests come from `gateway`, which may
/// use this package and not the other way round.
@NullMarked
package dev.throughline.gateway.files;

import org.jspecify.annotations.NullMarked;
