// The commands for a whole operator on a real API server, where pods are ready and run nothing.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ControlPlane } from '../../../lib/testing/index.ts';
import { kubectl } from '../../kubectl.ts';
import { untilEstablished } from '../../until-established.ts';

const program = fileURLToPath(new URL('../diff/app.ts', import.meta.url));

describe('the commands for an operator on an API server', () => {
  let controlPlane: ControlPlane;

  before(async () => {
    controlPlane = await ControlPlane.start();
  });

  after(() => controlPlane?.[Symbol.asyncDispose]());

  function run(...words: readonly string[]) {
    const { promise, resolve } = Promise.withResolvers<{ code: unknown; stdout: string; stderr: string }>();
    execFile(process.execPath, [program, ...words, '--kubeconfig', controlPlane.kubeconfig], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
    return promise;
  }

  it('deploy installs an operator, and changes nothing a second time; diff previews its children', async () => {
    const preview = await run('deploy', '--dry-run=server');
    assert.equal(preview.code, 0, preview.stderr);
    const first = await run('deploy');
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /^CustomResourceDefinition crates\.example\.com created$/m);
    const second = await run('deploy');
    assert.doesNotMatch(second.stdout, / (?:created|changed)$/m);
    await untilEstablished(controlPlane);
    const metadata = { name: 'box', namespace: 'default' };
    await kubectl(controlPlane, ['create', '-f', '-'], {
      apiVersion: 'example.com/v1',
      kind: 'Crate',
      metadata,
      spec: {},
    });
    const { code, stdout } = await run('diff', '--all');
    assert.equal(code, 2, stdout);
    assert.match(stdout, /^create ConfigMap default\/box-label, for Crate default\/box$/m);
  });

  it('doctor diagnoses a manager without a Lease, and a resource that no manager has reconciled', async () => {
    const { code, stdout } = await run('doctor', 'crate/box', '--namespace', 'default');
    assert.equal(code, 1);
    assert.match(stdout, /^ok: API server https:\S+: Kubernetes v1\.\d+\.\d+/m);
    assert.match(stdout, /^ok: operator crate-operator: \d+ objects are installed and ready$/m);
    assert.match(stdout, /^problem: Lease \S+ doesn't exist$/m);
    assert.match(stdout, /^problem: Crate default\/box has no condition Ready: no manager has reconciled it$/m);
  });

  it('undeploy removes an operator with its resources, and leaves no object', async () => {
    const { code, stdout, stderr } = await run('undeploy', '--delete-resources');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Namespace \S+ deleted$/m);
    assert.match((await run('undeploy')).stdout, /^$/);
  });
});
