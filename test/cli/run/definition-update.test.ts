// The development loop of docs/growing-an-api.md, on the embedded cluster.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { OperatorProcess } from '../../../lib/testing/index.ts';
import { EmbeddedControlPlane } from '../../embedded-control-plane.ts';
import { untilEstablished } from '../../until-established.ts';
import { programEnvironment } from '../program-environment.ts';

const program = fileURLToPath(new URL('../programs/notes.ts', import.meta.url));

describe('an operator under development', () => {
  let controlPlane: EmbeddedControlPlane;
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-loop-'));
    controlPlane = await EmbeddedControlPlane.start({ workloads: 'none' });
    await apply(1);
    await untilEstablished(controlPlane);
  });

  after(async () => {
    await controlPlane?.stop();
    await rm(directory, { recursive: true });
  });

  async function kubectl(...args: string[]): Promise<string> {
    const { stdout, stderr, exitCode } = await controlPlane.kubectl(args);
    if (exitCode !== 0) throw new Error(stderr);
    return stdout;
  }

  async function apply(edition: number, ...words: string[]): Promise<void> {
    const env = { ...programEnvironment, EDITION: String(edition) };
    await promisify(execFile)(process.execPath, [program, 'synth', '--output', directory, '--bundle', directory], {
      env,
    });
    await kubectl('apply', '-f', join(directory, 'note-operator.k8s.yaml'), ...words);
  }

  async function run(edition: number, kubeconfig = controlPlane.kubeconfig): Promise<OperatorProcess> {
    const operator = await OperatorProcess.start(controlPlane, {
      program,
      kubeconfig,
      args: ['--webhook-url=https://127.0.0.1'],
      env: { EDITION: String(edition) },
    });
    await operator.ready();
    return operator;
  }

  async function note(text: string): Promise<string> {
    const object = { apiVersion: 'example.com/v1beta1', kind: 'Note', metadata: { name: 'a' }, spec: { text } };
    const { stderr } = await controlPlane.kubectl(['apply', '-f', '-'], { input: JSON.stringify(object) });
    return stderr || (await kubectl('get', 'notes.v1.example.com/a', '-o', 'jsonpath={.spec.text}'));
  }

  it('an operator under development updates the CRD to its code at each start, without an apply', async () => {
    const first = await run(1);
    assert.match(await note('spam'), /spec\.text.*is spam/);
    assert.match(await note(' long enough '), /spec\.text: must have at most 5 characters/);
    await first.stop();
    const second = await run(2);
    assert.equal(await note(' long enough '), 'long enough');
    assert.equal(await kubectl('get', 'tags'), '');
    await second.stop();
    await apply(2);
  });

  it('a killed operator under development restarts in any edition, and its manifests still apply', async () => {
    const killed = await run(2);
    await killed.kill();
    await assert.rejects(apply(2), /exactly one of url or service is required/);
    const older = await run(1);
    assert.match(await note('spam'), /spec\.text.*is spam/);
    await older.kill();
    const newer = await run(2);
    assert.match(await note('spam'), /spec\.text.*is spam/);
    await newer.stop();
    await apply(2);
    await apply(2, '--server-side', '--force-conflicts');
  });

  it('an operator under development reports a change that it has no right to, and continues', async () => {
    const [namespace, name] = ['note-operator-system', 'note-operator-controller-manager'];
    const operator = await run(2, await controlPlane.serviceAccountKubeconfig(namespace, name));
    assert.match(
      await operator.logged('rejects the definition of this program'),
      /"level":"warn".*CustomResourceDefinition tags\.example\.com.*is forbidden/,
    );
    await operator.stop();
  });
});
