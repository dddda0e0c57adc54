/// The page of live traffic: how much reasoning each client kept, by day. Runs flow in, a page flows out; no
/// other package calls it.
@NullMarked
package dev.throughline.pages.traffic;

import org.jspecify.annotations.NullMarked;
