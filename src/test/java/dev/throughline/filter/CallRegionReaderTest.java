package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.filter.CallLayout.JsonObject;
import dev.throughline.filter.CallLayout.NamedJson;
import dev.throughline.filter.CallLayout.Tagged;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/// Line breaks are written as `~`. What is read is `name arguments` of each call and what is left of the text.
class CallRegionReaderTest {
    private static final CallLayout OBJECT =
            new CallLayout("", "<call>", new JsonObject("name", "arguments", false), "</call>", "");
    private static final CallLayout LIST =
            new CallLayout("[CALLS]", "", new JsonObject("name", "args", true), "", "[/CALLS]");
    private static final CallLayout NAMED =
            new CallLayout("<calls>", "<call:", new NamedJson(">"), "</call>", "</calls>");
    private static final CallLayout TAGGED =
            new CallLayout("", "<call>", new Tagged("\n", "<key>", "</key>\n<value>", "</value>"), "</call>", "");
    private static final CallLayout LINES =
            new CallLayout("", "<f=", new Tagged(">\n", "<p=", ">\n", "\n</p>\n"), "</f>", "");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "none",
            value = {
                "<call>{'name':'find','arguments':{'q':1}}</call> end|find {'q':1};end",
                "<call> {'name':'find','arguments':'{}'} </call><call>{'name':'f','arguments':{}}</call>|find {};f {};",
                "<call>{'name':'find','arguments':{}}|find {};",
                "<call>{'name':'find','arguments':{}} ~|find {};",
                "<call>{'name':'find','arguments':{}} x|none",
                "<call>{'name':'find','arguments':[]}</call>|none",
                "<call>{'name':'find','arguments':'no'}</call>|none",
                "<call>{'name':'find'}</call>|none",
                "<call>{'name':'','arguments':{}}</call>|none",
                "<call>{'arguments':{}}</call>|none",
                "<call>['name']</call>|none",
                "<call>{'name':</call>|none",
                "{'name':'find','arguments':{}}</call>|none",
                "x|none"
            })
    void readsObjects(String text, String found) {
        assertRead(OBJECT, text, found);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "none",
            value = {
                "[CALLS][{'name':'a','args':{}},{'name':'b','args':{'q':[1]}}][/CALLS] end|a {};b {'q':[1]};end",
                "[CALLS] [{'name':'a','args':{}}] end|a {}; end",
                "[{'name':'a','args':{}}]|a {};",
                "[CALLS][]|none",
                "[CALLS][{'name':'a','args':{}},{'name':'b'}]|none",
                "[CALLS][{'name':'a','args':{}}|none",
                "[CALLS]{'name':'a','args':{}}|none",
                "[CALLS]|none"
            })
    void readsLists(String text, String found) {
        assertRead(LIST, text, found);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "none",
            value = {
                "<calls><call:a>{}</call><call:b.c/d:e-f_9>{'q':1}</call></calls> end|a {};b.c/d:e-f_9 {'q':1};end",
                "<calls> <call:a> {} </call> </calls>|a {};",
                "<call:a>{}</call></calls>|a {};",
                "<calls><call:a>{}</call>|a {};",
                "<calls><call:a>{}|a {};",
                "<calls><call:a>{}</call> end|none",
                "<calls><call:a b>{}</call></calls>|none",
                "<calls><call:a>[]</call></calls>|none",
                "<calls></calls>|none"
            })
    void readsNamesBeforeAnObject(String text, String found) {
        assertRead(NAMED, text, found);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "none",
            value = {
                "<call>find~<key>q</key>~<value>a b</value></call> end|find {'q':'a b'};end",
                "<call>find~<key>q</key>~<value>7</value>~<key>n</key>~<value>7</value>~</call>|find {'q':'7','n':7};",
                "<call>find</call>|find {};",
                "<call>find|find {};",
                "<call>find~<key>q</key>~<value>a</value> x</value></call>|find {'q':'a</value> x'};",
                "<call>find~<key>q</key>~<value>a</value>|find {'q':'a'};",
                "<call>find~<key>n</key>~<value>1</value><key>n</key>~<value>2</value></call>|find {'n':1};",
                "<call>find~<key>n</key>~<value>[1, 2]</value></call>|find {'n':[1, 2]};",
                "<call>other~<key>x</key>~<value>true</value></call>|other {'x':true};",
                "<call>find~<key>two words</key>~<value>a</value></call>|none",
                "<call>find~<key>q<value>a</value></call>|none",
                "<call>find~<key>q</key>~<value>a</call>|none",
                "<call>find~<key>q</key>~<value>a</value> x</call>|none",
                "<call>find~<key>q</key><value>a</value></call>|none",
                "<call>find~<key>q|none",
                "<call>~</call>|none"
            })
    void readsTaggedArguments(String text, String found) {
        assertRead(TAGGED, text, found);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<f=find>~<p=q>~a~</p>~</f>|find {'q':'a'};",
                "<f=find>~<p=q>~~a~~</p>~</f>|find {'q':'\\na\\n'};",
                "<f=find>~<p=q>a</p>~</f>|find {'q':'a'};",
                "<f=find>~<p=q>~</p>~</f>|find {'q':''};",
                "<f=find>~<p=q>~~</p>~</f>|find {'q':''};",
                "<f=find>~<p=q></p>~</f>|find {'q':''};"
            })
    void lineBreaksOfTheTemplateAreNoPartOfAValue(String text, String found) {
        assertRead(LINES, text, found);
    }

    @Test
    void aLayoutTellsItsMarkers() {
        assertThat(NAMED.start()).isEqualTo("<calls>");
        assertThat(NAMED.end()).hasValue("</calls>");
        assertThat(OBJECT.start()).isEqualTo("<call>");
        assertThat(OBJECT.end()).hasValue("</call>");
        assertThat(LIST.start()).isEqualTo("[CALLS]");
        assertThat(LIST.end()).hasValue("[/CALLS]");
        assertThat(LINES.start()).isEqualTo("<f=");
        assertThat(layout(" <a><b>", "c</d>\n").start()).isEqualTo("<a>");
        assertThat(layout("[A][B]", "").start()).isEqualTo("[A]");
        assertThat(layout("call: <", "x").start()).isEqualTo("call: <");
        assertThat(layout("<id" + CallLayout.ANY_WORD + ">", "x").start()).isEqualTo("<id");
        assertThat(layout("<a>", "c</d>\n").end()).hasValue("</d>");
        assertThat(layout("<a>", "</c>[/d]").end()).hasValue("[/d]");
        assertThat(layout("<a>", "END").end()).hasValue("END");
        assertThat(layout("<a>", " ").end()).isEmpty();
    }

    @Test
    void aFormHasAName() {
        assertThat(OBJECT.form().label()).isEqualTo("json");
        assertThat(LIST.form().label()).isEqualTo("json-list");
        assertThat(NAMED.form().label()).isEqualTo("named-json");
        assertThat(TAGGED.form().label()).isEqualTo("tagged");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n"})
    void callsHaveSomethingBeforeThem(String nothing) {
        assertThatIllegalArgumentException().isThrownBy(() -> layout(nothing, "</call>"));
        assertThat(new CallLayout("<calls>", nothing, new NamedJson(">"), "", "").start())
                .isEqualTo("<calls>");
    }

    private static CallLayout layout(String opener, String closer) {
        return new CallLayout("", opener, new NamedJson(">"), closer, "");
    }

    /// @param found null where no call is found
    private static void assertRead(CallLayout layout, String text, @Nullable String found) {
        String source = text.replace('~', '\n').replace('\'', '"');
        Optional<String> read = new CallRegionReader(layout, Map.of("find", schema()))
                .read(source)
                .map(region -> region.calls().stream()
                                .map(call -> call.name() + " " + call.arguments() + ";")
                                .collect(Collectors.joining())
                        + source.substring(region.end()))
                .map(calls -> calls.replace('"', '\''));
        assertThat(read).isEqualTo(Optional.ofNullable(found));
    }

    private static JsonNode schema() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.putObject("properties").putObject("q").put("type", "string");
        return schema;
    }
}
