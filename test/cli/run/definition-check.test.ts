// A program that is newer or older than the installed CRD, on the embedded cluster.

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
import { until } from '../../until.ts';
import { untilEstablished } from '../../until-established.ts';
import { programEnvironment } from '../program-environment.ts';

const program = fileURLToPath(new URL('../programs/tallies.ts', import.meta.url));
const warning = 'the installed CRD lacks what this program writes';

describe('an operator with the CRD of another edition', { timeout: 5 * 60_000 }, () => {
  let controlPlane: EmbeddedControlPlane;
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-definition-'));
    controlPlane = await EmbeddedControlPlane.start({ workloads: 'none' });
    const env = { ...programEnvironment, EDITION: '1' };
    const words = [program, 'synth', '--output', directory, '--bundle', directory];
    await promisify(execFile)(process.execPath, words, { env });
    await kubectl(['apply', '-f', join(directory, 'tally-operator.k8s.yaml')]);
    await untilEstablished(controlPlane);
    const spec = { marks: ['a', 'b'] };
    const tally = { apiVersion: 'example.com/v1', kind: 'Tally', metadata: { name: 'one' }, spec };
    await kubectl(['apply', '-f', '-'], tally);
  });

  after(async () => {
    await controlPlane?.stop();
    await rm(directory, { recursive: true });
  });

  async function kubectl(args: string[], input?: object): Promise<string> {
    const { stdout, stderr, exitCode } = await controlPlane.kubectl(
      args,
      input === undefined ? {} : { input: JSON.stringify(input) },
    );
    if (exitCode !== 0) throw new Error(stderr);
    return stdout;
  }

  async function run(
    edition: number,
    { args = [], kubeconfig = controlPlane.kubeconfig }: { args?: readonly string[]; kubeconfig?: string } = {},
  ): Promise<OperatorProcess> {
    const env = { EDITION: String(edition) };
    const operator = await OperatorProcess.start(controlPlane, { program, kubeconfig, args, env });
    await operator.ready();
    return operator;
  }

  const field = async (path: string) => await kubectl(['get', 'tally/one', '-o', `jsonpath={.status.${path}}`]);
  const ready = async (path: string) => await field(`conditions[?(@.type=="Ready")].${path}`);

  it('an operator warns of fields that an older CRD drops, with the rights of its ServiceAccount', async () => {
    const kubeconfig = await controlPlane.serviceAccountKubeconfig(
      'tally-operator-system',
      'tally-operator-controller-manager',
    );
    const operator = await run(2, { kubeconfig });
    const line = await operator.logged(warning);
    assert.match(line, /"level":"warn"/);
    assert.match(line, /CustomResourceDefinition tallies\.example\.com/);
    assert.match(line, /version v1 drops spec\.unit, status\.last"/);
    assert.match(line, /kubectl apply -f dist\/tally-operator\.k8s\.yaml.*run --apply-definitions/);
    await until('the status has the condition', async () => (await ready('reason')) === 'StatusInvalid');
    assert.equal(
      await ready('message'),
      'status.last is unknown to the installed CRD tallies.example.com: apply the manifests of this release',
    );
    await operator.stop();
  });

  it('an operator with --apply-definitions writes its CRD first, so that its status is stored', async () => {
    const operator = await run(2, { args: ['--apply-definitions'] });
    await until('the status is written', async () => (await field('last')) === 'b');
    await until('the resource is ready', async () => (await ready('status')) === 'True');
    assert.doesNotMatch(await operator.log(), new RegExp(warning));
    await operator.stop();
    await kubectl(['apply', '-f', join(directory, 'tally-operator.k8s.yaml'), '--dry-run=server']);
  });

  it('an operator reports no defect about fields of a newer CRD', async () => {
    const operator = await run(1);
    const defects = /operand_installation_defects\{kind="CustomResourceDefinition",name="tallies.example.com"\} (\d+)/;
    const port = /"server":"metrics server","port":(\d+)/.exec(await operator.logged('"metrics server"'))?.[1];
    const count = async () => defects.exec(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())?.[1];
    await until('the CRD is compared', async () => (await count()) !== undefined);
    assert.equal(await count(), '0');
    await operator.stop();
  });

  it('an operator with --apply-definitions installs a missing CRD', async () => {
    await kubectl(['delete', 'crd/tallies.example.com']);
    const operator = await run(2, { args: ['--apply-definitions'] });
    assert.equal(await kubectl(['get', 'tallies']), '');
    await operator.stop();
  });
});
