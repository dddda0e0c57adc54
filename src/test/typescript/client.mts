// Asks a running service through types generated from the OpenAPI document; the address is the first argument.
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { components, paths } from './api.js';

const address = process.argv[2];
assert(address, 'expected the address of a service');
const api = createClient<paths>({ baseUrl: address });

const health = await api.GET('/health');
assert.equal(health.data?.status, 'UP');

const opened = await api.POST('/api/v1/runs', { body: { label: 'typescript', scenario: 'chat', seed: 7 } });
assert.equal(opened.response.status, 201);
assert(opened.data);
assert(opened.data.id);
const run: string = opened.data.id;
assert.equal(opened.data.label, 'typescript');

// The dialect endpoints are described once; the run's base URL is one of their servers.
const dialect = createClient<paths>({ baseUrl: `${address}/r/${run}` });
const user = { role: 'user', content: 'Hello' };
const first = await dialect.POST('/v1/chat/completions', { body: { model: 'stub', messages: [user] } });
assert(first.data && typeof first.data === 'object');
const choices = first.data.choices as { message: Record<string, unknown> }[];
const answer = choices[0]?.message;
assert(answer);
assert.equal(typeof answer.reasoning_content, 'string');
const { reasoning_content: _, ...forgetful } = answer;
const second = await dialect.POST('/v1/chat/completions', {
  body: { model: 'stub', messages: [user, forgetful, { role: 'user', content: 'Go on' }] },
});
assert.equal(second.response.status, 200);

const sealed = await api.POST('/api/v1/runs/{run}/seal', { params: { path: { run } } });
assert.equal(sealed.data?.state, 'SEALED');

const report = await api.GET('/api/v1/runs/{run}/report', {
  params: { path: { run }, query: { format: 'json' } },
});
assert(report.data && typeof report.data === 'object');
const typed = report.data as components['schemas']['RunReport'];
assert.equal(typed.verdict, 'FAIL');
assert.equal(typed.capabilities?.THINK?.status, 'BROKEN');
assert.equal(typed.exchanges, 2);

const page = await api.GET('/api/v1/runs/{run}/report', {
  params: { path: { run }, query: { format: 'html' } },
  parseAs: 'text',
});
assert.match(String(page.data), /^<!DOCTYPE html>/i);

const live = await dialect.GET('/v1/validation_report', { params: { query: { format: 'json' } } });
assert.equal((live.data as components['schemas']['RunReport']).run, run);

const runs = await api.GET('/api/v1/runs', { params: { query: { limit: 10 } } });
assert.deepEqual(
  runs.data?.runs?.map((one) => one.id),
  [run],
);

const unknown = await api.GET('/api/v1/runs/{run}', { params: { path: { run: 'none' } } });
assert.equal(unknown.error?.status, 404);
assert.match(unknown.error.type ?? '', /run/);

// What the document does not have must not compile.
// @ts-expect-error there is no such path
void (() => api.GET('/api/v1/no-such-path'));
// @ts-expect-error a limit is a number
void (() => api.GET('/api/v1/runs', { params: { query: { limit: 'ten' } } }));
// @ts-expect-error a report has no such field
void (() => typed.noSuchField);

console.log(`the generated client asked ${address}: run ${run}, ${typed.verdict}`);
