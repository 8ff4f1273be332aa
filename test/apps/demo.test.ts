import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the demo', () => {
  it('synthesizes, installs, shows the sample until it is ready, and leaves nothing behind', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['apps/demo/main.ts'], { cwd: root });
    assert.match(stdout, /wrote dist\/memcached-operator\.k8s\.yaml/);
    assert.match(stdout, /● Memcached\/memcached-small .*\n.*● └─ Deployment\/memcached-small .*1 of 1 ready/);
    assert.match(stdout, /Ready\./);
    const [server = ''] = /https:\/\/127\.0\.0\.1:\d+/.exec(stdout) ?? [];
    await assert.rejects(fetch(server), (error: Error) => String(error.cause).includes('ECONNREFUSED'));
  });
});
