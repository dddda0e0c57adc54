package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.filter.Family.Form;
import dev.throughline.filter.Family.Style;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.testing.DerivedFamilies;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Line breaks are written as `~`. What is read is `name arguments` of each call and what is left of the text.
class DerivedFormsTest {
    private static final Form OBJECT = DerivedFamilies.form(Style.JSON, "", "<call>", "</call>", "");
    private static final Form LIST = DerivedFamilies.form(Style.JSON, "", "[CALLS]", "[/CALLS]", "");
    private static final Form NAMED =
            DerivedFamilies.form(Style.NAMED, "<calls>", "<call: {name} >", "</call>", "</calls>");
    private static final Form TAGGED =
            DerivedFamilies.tagged("<call> {name}", "<key>{key}</key> <value>", "</value>", "</call>", false);
    private static final Form LINES = DerivedFamilies.tagged("<f= {name} >", "<p={key}>", "</p>", "</f>", true);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<call>{'name':'find','arguments':{'q':1}}</call> end|find {'q':1};end",
                "<call> {'name':'find','arguments':'{}'} </call><call>{'name':'f','arguments':{}}</call>|find {};f {};",
                "<call>{'name':'find','arguments':{}}|find {};",
                "<call>{'name':'find','arguments':{}} ~|find {};",
                "<call>{'name':'find','arguments':{}} x|find {};x",
                "<call>{'name':'find','arguments':[]}</call>|<call>{'name':'find','arguments':[]}</call>",
                "<call>{'name':'find','arguments':'no'}</call>|<call>{'name':'find','arguments':'no'}</call>",
                "<call>{'name':'find'}</call>|find {};",
                "<call>{'name':'','arguments':{}}</call>|<call>{'name':'','arguments':{}}</call>",
                "<call>{'arguments':{}}</call>|``",
                "<call>['name']</call>|<call>['name']</call>",
                "<call>{'name':</call>|<call>{'name':</call>",
                "{'name':'find','arguments':{}}</call>|{'name':'find','arguments':{}}</call>",
                "x|x"
            })
    void readsObjects(String text, String found) {
        assertRead(OBJECT, text, found);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[CALLS][{'name':'a','args':{}},{'name':'b','args':{'q':[1]}}][/CALLS] end|a {};b {'q':[1]};end",
                "[CALLS] [{'name':'a','args':{}}] end|a {};end",
                "[{'name':'a','args':{}}]|[{'name':'a','args':{}}]",
                "[CALLS][]|[CALLS][]",
                "[CALLS][{'name':'a','args':{}},{'name':'b'}]|a {};b {};",
                "[CALLS][{'name':'a','args':{}}|a {};",
                "[CALLS]{'name':'a','args':{}}|a {};",
                "[CALLS]|``"
            })
    void readsLists(String text, String found) {
        assertRead(LIST, text, found);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<calls><call:a>{}</call><call:b.c/d:e-f_9>{'q':1}</call></calls> end|a {};b.c/d:e-f_9 {'q':1};end",
                "<calls> <call:a> {} </call> </calls>|a {};",
                "<call:a>{}</call></calls>|<call:a>{}</call></calls>",
                "<calls><call:a>{}</call>|a {};",
                "<calls><call:a>{}|a {};",
                "<calls><call:a>{}</call> end|a {};end",
                "<calls><call:a b>{}</call></calls>|<calls><call:a b>{}</call></calls>",
                "<calls><call:a>[]</call></calls>|<calls><call:a>[]</call></calls>",
                "<calls></calls>|``"
            })
    void readsNamesBeforeAnObject(String text, String found) {
        assertRead(NAMED, text, found);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<call>find~<key>q</key>~<value>a b</value></call> end|find {'q':'a b'};end",
                "<call>find~<key>q</key>~<value>7</value>~<key>n</key>~<value>7</value>~</call>|find {'q':'7','n':7};",
                "<call>find</call>|find {};",
                "<call>find|``",
                "<call>find~<key>q</key>~<value>a</value> x</value></call>|find {'q':'a</value> x'};",
                "<call>find~<key>q</key>~<value>a</value>|find {'q':'a'};",
                "<call>find~<key>n</key>~<value>1</value><key>n</key>~<value>2</value></call>|find {'n':1};",
                "<call>find~<key>n</key>~<value>[1, 2]</value></call>|find {'n':[1, 2]};",
                "<call>other~<key>x</key>~<value>true</value></call>|other {'x':true};",
                "<call>find~<key>two words</key>~<value>a</value></call>|find {'two words':'a'};",
                "<call>find~<key>q<value>a</value></call>|<call>find~<key>q<value>a</value></call>",
                "<call>find~<key>q</key>~<value>a</call>|find {'q':'a'};",
                "<call>find~<key>q</key>~<value>a</value> x</call>|find {'q':'a</value> x'};",
                "<call>find~<key>q</key><value>a</value></call>|find {'q':'a'};",
                "<call>find~<key>q|``",
                "<call>~</call>|``"
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

    /// @param found the calls, each with a semicolon behind it, and what is left of the text
    private static void assertRead(Form form, String text, String found) {
        String source = text.replace('~', '\n').replace('\'', '"');
        var filter = new FamilyFilter(
                new FilterSettings(false, Map.of("find", schema()), 128, () -> "call"),
                DerivedFamilies.of(Optional.empty(), form));
        FilteredAnswer read = FilteredAnswer.of(filter, List.of(new TextDelta(source), new Finish(FinishReason.STOP)));

        String calls = read.calls().stream()
                .map(call -> call.name() + " " + call.arguments() + ";")
                .collect(Collectors.joining());
        assertThat((calls + read.content()).replace('"', '\'').replace('\n', '~'))
                .isEqualTo(found);
    }

    private static JsonNode schema() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.putObject("properties").putObject("q").put("type", "string");
        return schema;
    }
}
