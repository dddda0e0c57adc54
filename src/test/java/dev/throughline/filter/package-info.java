/// The filter held to its rules: cases as data, each in every cut, and the parts one by one.
@org.jspecify.annotations.NullMarked
package dev.throughline.filter;
