// A chat server whose model calls the tool Read once, for a PDF that is written beforehand.
// usage: node backend.mjs PDF TEXT REQUESTS
// Writes TEXT as a page of PDF and prints its own port; each request that it gets becomes a line of REQUESTS.
import fs from 'node:fs';
import http from 'node:http';

const [pdf, text, requests] = process.argv.slice(2);
fs.writeFileSync(pdf, document(text));

function document(line) {
  const page = `BT /F1 12 Tf 72 700 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, i) => {
    const place = String(file.length).padStart(10, '0');
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${place} 00000 n \n`;
  });
  const table = file.length;
  return (
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}` +
    `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  );
}

/** The call where the tool is offered and has no result yet; a word otherwise. */
function answer(asked) {
  const isOffered = (asked.tools ?? []).some((tool) => tool.function.name === 'Read');
  const isRead = asked.messages.some((message) => message.role === 'tool');
  if (!isOffered || isRead) {
    return { delta: { content: 'done' }, finish_reason: 'stop' };
  }
  const read = { name: 'Read', arguments: JSON.stringify({ file_path: pdf }) };
  const call = { index: 0, id: 'call_1', type: 'function', function: read };
  return { delta: { tool_calls: [call] }, finish_reason: 'tool_calls' };
}

const server = http.createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += part));
  request.on('end', () => {
    if (!request.url.endsWith('/chat/completions')) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    fs.appendFileSync(requests, `${body.replaceAll('\n', ' ')}\n`);
    const asked = JSON.parse(body);
    const { delta, finish_reason } = answer(asked);
    const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 };
    const head = { id: 'chatcmpl-1', created: 1, model: asked.model };
    if (!asked.stream) {
      const message = { role: 'assistant', content: null, ...delta };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...head, choices: [{ index: 0, message, finish_reason }], usage }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = (choice, more) =>
      response.write(`data: ${JSON.stringify({ ...head, choices: [{ index: 0, ...choice }], ...more })}\n\n`);
    chunk({ delta: { role: 'assistant', ...delta }, finish_reason: null });
    chunk({ delta: {}, finish_reason }, { usage });
    response.end('data: [DONE]\n\n');
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
