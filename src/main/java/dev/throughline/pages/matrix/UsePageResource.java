package dev.throughline.pages.matrix;

import dev.throughline.access.RequestOrigin;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.api.MatrixPaths;
import dev.throughline.matrix.api.UseAnswerReader;
import dev.throughline.matrix.api.UseAnswerView;
import dev.throughline.matrix.store.Matrix;
import dev.throughline.pages.PageFrames;
import dev.throughline.pages.WithPageDeadline;
import dev.throughline.rest.PageFrame;
import dev.throughline.rest.ProblemException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import jakarta.validation.Valid;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Objects;
import org.eclipse.microprofile.openapi.annotations.Operation;

/// Whether a version of a client preserves reasoning, as a form with an answer.
@WithPageDeadline
@Path(MatrixPaths.PAGE + "/can-i-use")
class UsePageResource {
    private final UseAnswerReader answers;
    private final Matrix matrix;
    private final PageFrames frames;

    UsePageResource(UseAnswerReader answers, Matrix matrix, PageFrames frames) {
        this.answers = answers;
        this.matrix = matrix;
        this.frames = frames;
    }

    @GET
    @Produces(MediaType.WILDCARD)
    @Operation(hidden = true)
    public Uni<Response> canIUse(
            @Valid @BeanParam UseForm form, @Context HttpHeaders headers, @Context HttpServerRequest request) {
        if (PageResponse.isJson(headers)) {
            return answers.answer(form.question()).map(UseAnswerView::of).map(PageResponse::json);
        }
        PageFrame frame = frames.of("matrix", request);
        String origin = RequestOrigin.of(request);
        return matrix.now()
                .map(now -> clients(now.products()))
                .chain(products -> content(form, products, origin))
                .chain(content -> PageResponse.page(MatrixPageTemplates.canIUse(frame, content)));
    }

    private Uni<UseContent> content(UseForm form, List<String> products, String origin) {
        if (form.isEmpty()) {
            return Uni.createFrom().item(new UseContent(form, products, "", List.of()));
        }
        return Uni.createFrom()
                .deferred(() -> answers.answer(form.question()))
                .map(found -> new UseContent(form, products, "", List.of(UseContent.answer(form, found, origin))))
                .onFailure(ProblemException.class)
                .recoverWithItem(failure -> new UseContent(
                        form, products, Objects.requireNonNullElse(failure.getMessage(), ""), List.of()));
    }

    private static List<String> clients(List<Product> products) {
        return products.stream()
                .filter(product -> product.kind() == Product.Kind.CLIENT || product.kind() == Product.Kind.SDK)
                .map(Product::id)
                .toList();
    }
}
