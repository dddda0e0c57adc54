package dev.throughline.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;

/// Creates parsers for untrusted JSON. A number that is valid JSON but exceeds `BigDecimal`
/// (`1e9999999999`) is a parse error with its location, instead of Jackson's `NumberFormatException`.
public final class CheckedNumberJsonFactory extends JsonFactory {
    private static final long serialVersionUID = 1L;

    public CheckedNumberJsonFactory(JsonFactoryBuilder settings) {
        super(settings);
    }

    @Override
    protected JsonParser _createParser(InputStream in, IOContext context) throws IOException {
        return new Checked(super._createParser(in, context));
    }

    @Override
    protected JsonParser _createParser(Reader in, IOContext context) throws IOException {
        return new Checked(super._createParser(in, context));
    }

    @Override
    protected JsonParser _createParser(char[] text, int from, int count, IOContext context, boolean isRecyclable)
            throws IOException {
        return new Checked(super._createParser(text, from, count, context, isRecyclable));
    }

    @Override
    protected JsonParser _createParser(byte[] bytes, int from, int count, IOContext context) throws IOException {
        return new Checked(super._createParser(bytes, from, count, context));
    }

    private static final class Checked extends JsonParserDelegate {
        Checked(JsonParser parser) {
            super(parser);
        }

        @Override
        public BigDecimal getDecimalValue() throws IOException {
            try {
                return super.getDecimalValue();
            } catch (NumberFormatException e) {
                throw new JsonParseException(this, "a number is too large or too small to be read", e);
            }
        }
    }
}
