package dev.throughline.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.StreamEncoder;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WholeEncoder;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseDecoder;
import dev.throughline.wire.sse.SseFrame;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Answers of backends as bytes: as our own encoders write them, with forms that other servers have, damaged.
final class RandomStreams {
    /// Frames and fields that servers send and our encoders do not.
    private static final List<ObjectNode> FOREIGN = Stream.of(
                    "{'id':'x','model':'m','choices':[{'index':0,'delta':{'role':'assistant','reasoning':'r',"
                            + "'reasoning_content':'r',"
                            + "'reasoning_details':[{'type':'reasoning.text','text':'t','signature':'s'},"
                            + "{'type':'reasoning.encrypted','data':'d'}]},'finish_reason':null}],'usage':null}",
                    "{'choices':[{'index':0,'delta':{'content':[{'type':'text','text':'t'},{'type':'thinking',"
                            + "'thinking':[{'type':'text','text':'w'}]}],'refusal':'no'}}]}",
                    "{'choices':[{'index':0,'delta':{'tool_calls':[{'id':'c',"
                            + "'function':{'name':'f','arguments':{'a':1}}},"
                            + "{'index':1,'id':'d','type':'function','function':{'name':'g','arguments':''}}]}}]}",
                    "{'choices':[{'index':0,'delta':{'function_call':{'name':'f','arguments':'{}'}},"
                            + "'finish_reason':'function_call'}],'usage':{'prompt_tokens':1,'completion_tokens':2,"
                            + "'prompt_tokens_details':{'cached_tokens':1},"
                            + "'completion_tokens_details':{'reasoning_tokens':1}}}",
                    "{'choices':[],'usage':{'prompt_tokens':1,'completion_tokens':2}}",
                    "{'error':{'message':'no','type':'rate_limit_error','code':429,'param':'x'}}",
                    "{'type':'content_block_start','index':1,'content_block':{'type':'redacted_thinking','data':'d'}}",
                    "{'type':'content_block_start','index':2,"
                            + "'content_block':{'type':'server_tool_use','id':'s','input':{}}}",
                    "{'type':'content_block_start','index':0,'content_block':{'type':'tool_use','id':'t','name':'f',"
                            + "'input':{'a':1}}}",
                    "{'type':'content_block_delta','index':0,'delta':{'type':'input_json_delta','partial_json':'{'}}",
                    "{'type':'content_block_delta','index':0,'delta':{'type':'signature_delta','signature':'s'}}",
                    "{'type':'content_block_delta','index':0,'delta':{'type':'citations_delta','citation':{}}}",
                    "{'type':'content_block_stop','index':0}",
                    "{'type':'message_delta','delta':{'stop_reason':'tool_use'},'usage':{'output_tokens':3}}",
                    "{'type':'message_stop'}",
                    "{'type':'ping'}",
                    "{'type':'error','error':{'type':'overloaded_error','message':'busy'}}",
                    "{'type':'response.created','response':{'id':'r','model':'m','output':[]}}",
                    "{'type':'response.output_item.added','output_index':0,'item':{'type':'reasoning','id':'rs',"
                            + "'summary':[],'encrypted_content':'x'}}",
                    "{'type':'response.output_item.done','output_index':1,'item':{'type':'function_call','id':'fc',"
                            + "'call_id':'c','name':'f','arguments':'{}'}}",
                    "{'type':'response.reasoning_summary_text.delta','item_id':'rs','output_index':0,'summary_index':0,"
                            + "'delta':'s'}",
                    "{'type':'response.function_call_arguments.delta','item_id':'fc','output_index':1,'delta':'{'}",
                    "{'type':'response.custom_tool_call_input.delta','item_id':'ct','output_index':1,'delta':'{'}",
                    "{'type':'response.refusal.delta','item_id':'m','output_index':1,'content_index':0,'delta':'no'}",
                    "{'type':'response.incomplete','response':{'status':'incomplete','incomplete_details':{'reason':"
                            + "'max_output_tokens'},'output':[{'type':'message',"
                            + "'content':[{'type':'output_text','text':'t'}]}]}}",
                    "{'type':'response.failed','response':{'status':'failed',"
                            + "'error':{'code':'server_error','message':'no'}}}")
            .map(json -> RandomJson.object(json.replace('\'', '"')))
            .toList();
    static final List<String> WORDS = RandomJson.words(FOREIGN.stream());

    private RandomStreams() {}

    /// One block of a stream.
    /// @param line its field lines without the blank line
    record Block(byte[] line) {}

    static AnswerHead head(ReasoningField field) {
        return new AnswerHead("k1", "m", Instant.EPOCH, true, field, "");
    }

    static byte[] encoded(Dialect dialect, List<StreamEvent> events, ReasoningField field) {
        StreamEncoder encoder = DialectCodecPair.codec(dialect).streamEncoder(head(field));
        var out = new FrameBuffer();
        events.forEach(event -> encoder.on(event, out));
        return out.take();
    }

    /// The body of an answer that did not fail.
    static ObjectNode whole(Dialect dialect, List<StreamEvent> events, ReasoningField field) {
        WholeEncoder encoder = DialectCodecPair.codec(dialect).wholeEncoder(head(field));
        events.stream().filter(event -> !(event instanceof Failure)).forEach(encoder::on);
        return StrictJson.object(encoder.body()).orElseThrow();
    }

    static List<Block> blocks(byte[] stream) {
        List<Block> blocks = new ArrayList<>();
        frames(List.of(stream), frame -> {
            String text = new String(frame.bytes(), frame.from(), frame.length(), StandardCharsets.UTF_8);
            blocks.add(new Block(text.stripTrailing().getBytes(StandardCharsets.UTF_8)));
        });
        return blocks;
    }

    static void frames(List<byte[]> chunks, Consumer<SseFrame> out) {
        var decoder = new SseDecoder(Integer.MAX_VALUE);
        chunks.forEach(chunk -> decoder.feed(chunk.clone(), out));
    }

    static byte[] bytes(List<Block> blocks) {
        var out = new FrameBuffer();
        blocks.forEach(block -> out.raw(block.line()).raw("\n\n"));
        return out.take();
    }

    /// Streams of a dialect, damaged in their order, their trees and their bytes.
    static InputShape<List<Block>> damaged(Dialect dialect) {
        return new InputShape<>(
                seededChoices -> damage(blocks(written(dialect, seededChoices)), seededChoices),
                blocks -> InputShrinker.list(blocks, RandomStreams::smaller),
                blocks -> "\n" + HostileTexts.literal(bytes(blocks)).replace("\\n\\n", "\\n\\n\n"));
    }

    private static byte[] written(Dialect dialect, SeededChoices seededChoices) {
        return encoded(
                dialect, RandomAnswers.ANY.made().apply(seededChoices), seededChoices.of(ReasoningField.values()));
    }

    private static Stream<Block> smaller(Block block) {
        String line = new String(block.line(), StandardCharsets.UTF_8);
        int data = line.indexOf("data: ");
        return RandomJson.smaller(line.substring(data < 0 ? 0 : data + 6).getBytes(StandardCharsets.UTF_8))
                .map(json -> line.substring(0, data < 0 ? 0 : data + 6) + new String(json, StandardCharsets.UTF_8))
                .filter(text -> text.length() < line.length())
                .map(text -> new Block(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Block> damage(List<Block> whole, SeededChoices seededChoices) {
        List<Block> blocks = new ArrayList<>(whole);
        for (int i = seededChoices.length(5); i > 0 && !blocks.isEmpty(); i--) {
            int at = seededChoices.below(blocks.size());
            switch (seededChoices.below(6)) {
                case 0 -> blocks.remove(at);
                case 1 -> blocks.add(at, seededChoices.of(blocks));
                case 2 ->
                    blocks.add(
                            at,
                            line(
                                    "",
                                    RandomJson.damaged(seededChoices.of(FOREIGN), seededChoices, WORDS),
                                    seededChoices));
                case 3 -> blocks.add(at, line("", seededChoices.of(FOREIGN), seededChoices));
                case 4 ->
                    blocks.set(at, new Block(HostileTexts.damaged(blocks.get(at).line(), seededChoices)));
                default -> blocks.set(at, changed(blocks.get(at), seededChoices));
            }
        }
        return blocks;
    }

    private static Block changed(Block block, SeededChoices seededChoices) {
        String line = new String(block.line(), StandardCharsets.UTF_8);
        int data = line.indexOf("data: ");
        if (data < 0) {
            return block;
        }
        return StrictJson.object(line.substring(data + 6).getBytes(StandardCharsets.UTF_8))
                .map(tree ->
                        line(line.substring(0, data), RandomJson.damaged(tree, seededChoices, WORDS), seededChoices))
                .orElse(block);
    }

    private static Block line(String before, JsonNode data, SeededChoices seededChoices) {
        return new Block(new FrameBuffer()
                .raw(before)
                .raw("data: ")
                .raw(RandomJson.written(data, seededChoices))
                .take());
    }
}
