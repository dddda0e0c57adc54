package dev.throughline.backend;

import dev.throughline.filter.FamilyMarkers;

/// The described family of a model.
///
/// @param basis what it was recognized by
public record RecognizedFamily(FamilyMarkers markers, Basis basis) {
    /// The evidence by which a family is recognized.
    public enum Basis {
        SETTING("setting"),
        NAME("name"),
        /// Calls in the text of an earlier answer.
        MARKUP("markup");

        private final String id;

        Basis(String id) {
            this.id = id;
        }

        /// The name in answers of the API.
        public String id() {
            return id;
        }
    }
}
