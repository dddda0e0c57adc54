/// What every package needs and the JDK and Jackson do not have in one call: SHA-256 in hexadecimal, JSON whose
/// numbers keep their digits, names of constants as users write them, a bounded map.
///
/// Knows nothing of models, requests or runs; may be imported by all, imports none of ours. What has a meaning in the
/// domain does not belong here.
@NullMarked
package dev.throughline.text;

import org.jspecify.annotations.NullMarked;
