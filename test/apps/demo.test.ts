import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the demo', () => {
  for (const [place, args] of [
    ['an embedded cluster', []],
    ['a real control plane', ['--control-plane']],
  ] as const) {
    it(`the demo on ${place} installs an operator, shows a repair, and leaves nothing behind`, async () => {
      const command = ['apps/demo/main.ts', ...args];
      const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root });
      assert.match(stdout, /wrote dist\/memcached-operator\.k8s\.yaml/);
      assert.match(stdout, /● Memcached\/memcached-small .*\n.*● └─ Deployment\/memcached-small .*1 of 1 ready/);
      const [, repair = ''] = stdout.split('Ready. The Deployment is deleted, as by a mistake:');
      assert.match(repair, /● └─ Deployment\/memcached-small .*1 of 1 ready[^○]*Repaired\./);
      const [server = ''] = /https:\/\/127\.0\.0\.1:\d+/.exec(stdout) ?? [];
      await assert.rejects(fetch(server), (error: Error) => String(error.cause).includes('ECONNREFUSED'));
    });
  }
});
