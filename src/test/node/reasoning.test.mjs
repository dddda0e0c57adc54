import assert from 'node:assert/strict';
import test from 'node:test';
import { PostgreSqlContainer } from '@testcontainers/postgresql';
import OpenAI from 'openai';
import { GenericContainer, Network, Wait } from 'testcontainers';

test('the client keeps reasoning', async (t) => {
  const network = await new Network().start();
  const database = await new PostgreSqlContainer('postgres:17').withNetwork(network).withNetworkAliases('database').start();
  const throughline = await new GenericContainer('ghcr.io/throughline-dev/throughline:0.2.0').withNetwork(network)
    .withEnvironment({ THROUGHLINE_DATABASE_URL: 'postgresql://test:test@database/test' })
    .withCommand(['serve', '--host=0.0.0.0', '--access=open-to-everyone'])
    .withExposedPorts(8080).withWaitStrategy(Wait.forHttp('/q/health/ready', 8080)).start();
  t.after(async () => { for (const part of [throughline, database, network]) await part.stop(); });
  const baseURL = `http://${throughline.getHost()}:${throughline.getMappedPort(8080)}/v1`;

  const client = new OpenAI({ baseURL, apiKey: 'none' });
  const messages = [];
  for (const content of ['Hello.', 'And now?', 'Anything else?']) {
    messages.push({ role: 'user', content });
    const completion = await client.chat.completions.create({ model: 'glm-4.7', messages });
    messages.push(completion.choices[0].message);
  }

  const report = await (await fetch(`${baseURL}/validation_report`)).json();
  assert.equal(report.verdict, 'PASS', report.assessment);
});
