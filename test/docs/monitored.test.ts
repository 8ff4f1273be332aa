// The code of docs/sharing-constructs.md for third-party kinds. test/runtime/missing-kind.test.ts tests kinds that
// aren't served.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { App } from 'cdk8s';
import { parse } from 'yaml';
import { TargetOperator } from './monitored/operator.ts';

describe('third-party kinds in the documentation', () => {
  it('documented objects of third-party kinds are synthesized from a chart', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'operand-docs-'));
    try {
      const program = fileURLToPath(new URL('./monitored/main.ts', import.meta.url));
      await promisify(execFile)(process.execPath, [program], { cwd: directory });
      assert.deepEqual(parse(await readFile(join(directory, 'dist/shop.k8s.yaml'), 'utf8')), {
        apiVersion: 'monitoring.coreos.com/v1',
        kind: 'ServiceMonitor',
        metadata: { name: 'shop', namespace: 'production', labels: { team: 'frontend' } },
        spec: {
          selector: { matchLabels: { app: 'shop' } },
          endpoints: [{ port: 'http', path: '/metrics', interval: '30s' }],
        },
      });
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it('documented children of third-party kinds are owned with the usual rights, without their CRDs', () => {
    const props = { version: '1.0.0', image: 'example.com/target-operator:1.0.0' };
    const manifests = new TargetOperator(new App(), 'target-operator', props).toJson();
    const role = manifests.find(({ metadata }) => metadata.name === 'target-operator-manager-role');
    const verbs = ['list', 'watch', 'create', 'patch', 'delete'];
    assert.partialDeepStrictEqual(role, {
      kind: 'ClusterRole',
      rules: [{ apiGroups: ['monitoring.coreos.com'], resources: ['servicemonitors'], verbs }],
    });
    const definitions = manifests.filter(({ kind }) => kind === 'CustomResourceDefinition');
    assert.deepEqual(
      definitions.map(({ metadata }) => metadata.name),
      ['targets.example.com'],
    );
  });
});
