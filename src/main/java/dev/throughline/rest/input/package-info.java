/// Typed input of the API: request bodies as records, query strings as the bean parameters of resources,
/// both checked by Bean Validation. What is unknown, repeated or invalid is refused with the JSON pointer of
/// the field or the name of the parameter.
///
/// In: request bodies and query strings by Quarkus REST. Out: records with typed, validated values, or a
/// problem. Called by every `…api` package, mostly by its annotations.
@NullMarked
package dev.throughline.rest.input;

import org.jspecify.annotations.NullMarked;
