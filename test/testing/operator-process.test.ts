import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { it } from 'node:test';
import { OperatorProcess } from '../../lib/testing/index.ts';
import { sharedControlPlane } from '../shared-control-plane.ts';

it('an operator process takes paths relative to the directory of the test', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'operand-operator-process-'));
  try {
    const program = join(directory, 'main.mjs');
    await writeFile(program, 'console.log("runs", process.argv[3]);');
    const controlPlane = await sharedControlPlane();
    const operator = await OperatorProcess.start(controlPlane, {
      program: relative('.', program),
      kubeconfig: relative('.', controlPlane.kubeconfig),
    });
    assert.equal(await operator.logged('runs'), `runs --kubeconfig=${controlPlane.kubeconfig}`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
