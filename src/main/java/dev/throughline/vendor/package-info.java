/// The rules of vendors' APIs on what they return, demand back and refuse: one rule book (`vendors.json`), and one
/// evaluator.
///
/// The code knows forms of rules; which vendor has which rule, the rule book says. A new model is an edit of that file,
/// or of an operator's own beside it. The proxy keeps the rules, the stub enforces them, `explain` names them. Plain
/// Java; no I/O but reading the rule book.
@NullMarked
package dev.throughline.vendor;

import org.jspecify.annotations.NullMarked;
