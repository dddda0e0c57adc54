package dev.throughline.rest;

import io.quarkus.smallrye.openapi.OpenApiFilter;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;

/// Completes the OpenAPI document at build time by the problems of every operation.
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD)
public final class OpenApiDocumentFilter implements OASFilter {
    @Override
    public void filterOpenAPI(OpenAPI document) {
        OpenApiProblemResponses.add(document);
    }
}
