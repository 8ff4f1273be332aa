import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { KubernetesObject } from '../../../lib/api/index.ts';
import { type Client, HttpClient, isInvalid, loadCredentials } from '../../../lib/client/index.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import { EmbeddedControlPlane } from '../../embedded-control-plane.ts';
import { kubectl } from '../../kubectl.ts';
import { applied, boxDefinition, storedAsOld } from '../../runtime/migration/box-definition.ts';
import { box } from '../../runtime/migration/stored-boxes.ts';
import { programEnvironment } from '../program-environment.ts';

const program = fileURLToPath(new URL('../programs/boxes.ts', import.meta.url));

/** Rejects every write of one Box. */
const policy: readonly KubernetesObject[] = [
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'sealed-box' },
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: {
        resourceRules: [
          { apiGroups: ['example.com'], apiVersions: ['*'], operations: ['UPDATE'], resources: ['boxes'] },
        ],
      },
      validations: [{ expression: "object.metadata.name != 'box-1100'", message: 'this box is sealed' }],
    },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: 'sealed-box' },
    spec: { policyName: 'sealed-box', validationActions: ['Deny'] },
  },
];

interface Ending {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe('the command `migrate`', () => {
  let controlPlane: EmbeddedControlPlane;
  let client: Client;

  before(async () => {
    controlPlane = await EmbeddedControlPlane.start({ workloads: 'none' });
    const { kubeconfig } = controlPlane;
    client = new HttpClient(await loadCredentials({ clock: systemClock, kubeconfig }), { clock: systemClock });
  });

  after(async () => {
    await client?.close();
    await controlPlane?.stop();
  });

  /** @param killedAt - the text on the standard error at which it is killed. */
  async function migrate(killedAt?: string): Promise<Ending> {
    const child = spawn(process.execPath, [program, 'migrate', '--kubeconfig', controlPlane.kubeconfig], {
      env: { ...programEnvironment, HOME: process.env.HOME },
    });
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.stderr += text;
      if (killedAt !== undefined && output.stderr.includes(killedAt)) child.kill('SIGKILL');
    });
    await once(child, 'close');
    return { code: child.exitCode, ...output };
  }

  async function isSealed(): Promise<boolean> {
    try {
      const patch = { type: 'merge', body: { spec: { size: 2 } } } as const;
      await client.patch(box, { namespace: 'default', name: 'box-1100' }, patch, { dryRun: true });
      return false;
    } catch (error) {
      if (isInvalid(error)) return true;
      throw error;
    }
  }

  /** Returns the number of stored objects in each version. */
  function storedCounts(): Readonly<Record<string, number>> {
    const stored = controlPlane.cluster.state.store.list('example.com/boxes');
    const versions = Map.groupBy(stored, ([, { apiVersion }]) => String(apiVersion));
    return Object.fromEntries([...versions].map(([version, { length }]) => [version, length]));
  }

  async function storedVersions(): Promise<string> {
    const args = ['get', 'crd', 'boxes.example.com', '-o', 'jsonpath={.status.storedVersions}'];
    return await kubectl(controlPlane, args);
  }

  it('migrate names the remedy if the CRD isn’t installed, or is of another release', async () => {
    const missing = await migrate();
    assert.equal(
      missing.stderr,
      'boxes.example.com: not defined in this cluster, so it has no objects there; first apply the manifests that `synth` writes\n',
    );
    assert.equal(missing.code, 1);

    await applied(controlPlane, boxDefinition('v1beta1'));
    const old = await migrate();
    assert.equal(
      old.stderr,
      'boxes.example.com: the cluster stores v1beta1, this program v1; first apply the manifests that `synth` writes, or use the program of the release that is installed\n',
    );
    assert.equal(old.code, 1);
  });

  it('migrate names a rejected object, resumes after a kill, and passes when every object is stored', async () => {
    await storedAsOld(controlPlane, client);
    await applied(controlPlane, ...policy);
    while (!(await isSealed()));

    const killed = await migrate('1000 of 1200 objects');
    assert.match(
      killed.stderr,
      /^boxes\.example\.com: 500 of 1200 objects\nboxes\.example\.com: 1000 of 1200 objects\n/,
    );
    assert.notEqual(killed.code, 0);

    const refused = await migrate();
    assert.doesNotMatch(refused.stderr, /: 500 of 1200 objects/);
    assert.match(refused.stderr, /: 1200 of 1200 objects, 1 refused\n/);
    assert.match(
      refused.stderr,
      /boxes\.example\.com: default\/box-1100 keeps its stored version: can't patch Box\S* default\/box-1100: .*this box is sealed/,
    );
    assert.match(refused.stderr, /repair the objects named above, then run `migrate` again\n$/);
    assert.equal(refused.code, 1);
    assert.equal(await storedVersions(), '["v1beta1","v1"]');
    assert.deepEqual(storedCounts(), { 'example.com/v1': 1199, 'example.com/v1beta1': 1 });

    await kubectl(controlPlane, ['delete', 'validatingadmissionpolicybinding/sealed-box']);
    while (await isSealed());
    const done = await migrate();
    assert.equal(done.stdout, 'boxes.example.com: everything is stored as v1 now, 1200 objects read\n');
    assert.equal(done.code, 0);
    assert.equal(await storedVersions(), '["v1"]');
    assert.deepEqual(storedCounts(), { 'example.com/v1': 1200 });

    const again = await migrate();
    assert.deepEqual(again, { code: 0, stdout: 'boxes.example.com: everything is stored as v1\n', stderr: '' });
  });
});
