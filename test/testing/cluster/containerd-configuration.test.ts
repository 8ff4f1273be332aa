import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { baseSpec } from '../../../lib/testing/cluster/containerd-configuration.ts';

const spec = JSON.stringify({
  ociVersion: '1.3.0',
  process: { cwd: '/', rlimits: [{ type: 'RLIMIT_NOFILE', hard: 1024, soft: 1024 }] },
});

describe('baseSpec', () => {
  it('the base spec of containers has the machine’s limit of open files, and no other change', () => {
    assert.deepEqual(JSON.parse(baseSpec(spec, '20000\n')), {
      ociVersion: '1.3.0',
      process: { cwd: '/', rlimits: [{ type: 'RLIMIT_NOFILE', hard: 20_000, soft: 20_000 }] },
    });
  });

  it('the base spec of containers limits open files even if the machine has no limit', () => {
    assert.equal(JSON.parse(baseSpec(spec, 'unlimited\n')).process.rlimits[0].hard, 1_048_576);
  });
});
