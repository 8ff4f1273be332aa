// The program of the example app, as a process beside the tests.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../apps/monitoring/example-app/main.ts', import.meta.url));

describe('the example app', () => {
  let server: ChildProcess;
  let origin: string;

  before(async () => {
    const env = { ...process.env, HOST: '127.0.0.1', PORT: '0' };
    server = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    origin = await originOf(server);
  });

  after(() => server?.kill('SIGKILL'));

  const count = async (series: string) => {
    const lines = (await (await fetch(`${origin}/metrics`)).text()).split('\n');
    return lines.find((line) => line.startsWith(`http_requests_total{${series}} `))?.split(' ')[1];
  };

  it('the example app counts its requests from zero, by code and method, and without those for metrics', async () => {
    assert.equal(await count('code="200",method="get"'), '0');
    for (const _ of [1, 2, 3]) assert.equal(await (await fetch(origin)).text(), 'hello\n');
    await fetch(origin, { method: 'POST' });
    assert.equal((await fetch(`${origin}/elsewhere`)).status, 404);
    assert.equal(await count('code="200",method="get"'), '3');
    assert.equal(await count('code="200",method="post"'), '1');
    assert.equal(await count('code="404",method="get"'), '1');
  });

  it('the example app shows its metrics in the text format of Prometheus', async () => {
    const response = await fetch(`${origin}/metrics`);
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4;/);
    assert.match(await response.text(), /^# HELP http_requests_total .+\n# TYPE http_requests_total counter\nhttp_/);
  });

  it('the example app ends when its pod is deleted', async () => {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  });
});

/** Returns the address in the first line of a server's log. @throws Error if it has another form */
async function originOf({ stdout }: ChildProcess): Promise<string> {
  assert.ok(stdout);
  for await (const line of createInterface(stdout)) {
    const port = /^listens .* address: '127\.0\.0\.1', .* port: (\d+) /.exec(line)?.[1];
    assert.ok(port, line);
    return `http://127.0.0.1:${port}`;
  }
  throw new Error('the example app has ended');
}
