package dev.throughline.rest;

import io.quarkus.smallrye.openapi.OpenApiFilter;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.jboss.jandex.IndexView;

/// Completes the OpenAPI document at build time by the problems of every operation and by what responses always have.
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD)
public final class OpenApiDocumentFilter implements OASFilter {
    private final IndexView classes;

    public OpenApiDocumentFilter(IndexView classes) {
        this.classes = classes;
    }

    @Override
    public void filterOpenAPI(OpenAPI document) {
        OpenApiProblemResponses.add(document);
        OpenApiRequiredProperties.add(document, classes);
    }
}
