package dev.throughline.rest;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/// Reads the body of every API request whose resource declares a record for it. An empty body is null: a
/// resource that needs one declares its parameter `@NotNull`.
@Provider
@Consumes({MediaType.APPLICATION_JSON, MediaType.WILDCARD})
public class JsonBodyReader implements MessageBodyReader<Record> {
    @Override
    public boolean isReadable(Class<?> type, Type generic, Annotation[] annotations, MediaType media) {
        return type.isRecord();
    }

    @Override
    public @Nullable Record readFrom(
            Class<Record> type,
            Type generic,
            Annotation[] annotations,
            MediaType media,
            MultivaluedMap<String, String> headers,
            InputStream body)
            throws IOException {
        byte[] bytes = body.readAllBytes();
        return bytes.length == 0 ? null : StrictBody.read(bytes, type);
    }
}
