// An operator's installed objects on an API server, with only the rights of the manifests.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { KubernetesObject, StoredObject } from '../../../lib/api/index.ts';
import { HttpClient, loadCredentials } from '../../../lib/client/index.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import { runManager } from '../../../lib/runtime/index.ts';
import { prometheusMetrics } from '../../../lib/telemetry/prometheus/index.ts';
import { EmbeddedControlPlane } from '../../embedded-control-plane.ts';
import { until } from '../../until.ts';
import { untilEstablished } from '../../until-established.ts';
import { RecordingLogger } from '../recording-logger.ts';
import { ledgerOperator } from './ledger.ts';

const loopback = { host: '127.0.0.1', port: 0 };
const user = 'system:serviceaccount:ledger-system:ledger-controller-manager';

/** By the resource names of kubectl. */
const restorable = [
  'validatingwebhookconfiguration/ledger-validating',
  'mutatingwebhookconfiguration/ledger-mutating',
  'validatingadmissionpolicy/ledger-not-thirteen',
  'validatingadmissionpolicybinding/ledger-not-thirteen',
];
const definition = 'crd/entries.example.com';

/** A manager with its own account, whose webhooks the API server reaches on loopback. */
class RunningManager {
  readonly logger = new RecordingLogger();
  readonly #stop = new AbortController();
  #end: Promise<void> = Promise.resolve();

  async start(kubeconfig: string): Promise<this> {
    const credentials = await loadCredentials({ clock: systemClock, kubeconfig });
    const connect = () => new HttpClient(credentials, { clock: systemClock, fieldManager: 'ledger' });
    const metrics = await prometheusMetrics();
    this.metrics = () => metrics.text();
    const webhooks = { address: loopback, url: { host: '127.0.0.1' } };
    const options = { hostname: 'here', leaseNamespace: 'ledger-system', healthAddress: loopback, webhooks };
    const ports = { connect, clock: systemClock, logger: this.logger, metrics };
    this.#end = runManager(ledgerOperator(), ports, options, this.#stop.signal);
    await until('it is ready', async () => this.#port !== undefined && (await this.readyz()).startsWith('200'));
    return this;
  }

  /** All series as text. */
  metrics: () => Promise<string> = () => Promise.resolve('');

  /** The status, and the line of the check. */
  async readyz(): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${this.#port}/readyz?verbose`);
    const line = (await response.text()).split('\n').find((each) => each.includes('installation'));
    return `${response.status} ${line}`;
  }

  logged(message: string, object: string): boolean {
    return this.logger.lines.some((line) => line.message.includes(message) && line.fields.object === object);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#end;
  }

  get #port(): unknown {
    return this.logger.lines.find(({ fields }) => fields.server === 'health server' && 'port' in fields)?.fields.port;
  }
}

describe('the installed objects of an operator on an API server', { timeout: 5 * 60_000 }, () => {
  let controlPlane: EmbeddedControlPlane;
  let kubeconfig: string;
  let manager: RunningManager;
  let entryCount = 0;

  before(async () => {
    controlPlane = await EmbeddedControlPlane.start({ workloads: 'none' });
    await apply(...ledgerOperator().toJson());
    await untilEstablished(controlPlane);
    kubeconfig = await controlPlane.serviceAccountKubeconfig('ledger-system', 'ledger-controller-manager');
    manager = await new RunningManager().start(kubeconfig);
  });

  after(async () => {
    await manager?.stop();
    await controlPlane?.stop();
  });

  async function untilWell(): Promise<void> {
    await until('all is well', async () => (await manager.readyz()) === '200 [+]installation ok');
  }

  async function kubectl(args: readonly string[], input?: object): Promise<string> {
    const text = input === undefined ? {} : { input: JSON.stringify(input) };
    const { stdout, stderr, exitCode } = await controlPlane.kubectl(args, text);
    if (exitCode !== 0) throw new Error(stderr);
    return stdout;
  }

  async function apply(...items: readonly KubernetesObject[]): Promise<void> {
    await kubectl(['apply', '-f', '-'], { apiVersion: 'v1', kind: 'List', items });
  }

  const uidOf = async (name: string) =>
    await kubectl(['get', name, '--ignore-not-found', '-o', 'jsonpath={.metadata.uid}']);

  /** Returns the error of the API server for an entry; undefined if it accepts it. */
  async function refusal(amount: number): Promise<string> {
    entryCount += 1;
    const metadata = { namespace: 'default', name: `entry-${entryCount}` };
    const entry = { apiVersion: 'example.com/v1', kind: 'Entry', metadata, spec: { amount } };
    const { stderr } = await controlPlane.kubectl(['create', '-f', '-'], { input: JSON.stringify(entry) });
    return stderr;
  }

  async function untilRefused(): Promise<void> {
    await until('entries are validated', async () => {
      const said = `${await refusal(-1)} ${await refusal(13)}`;
      return said.includes('must be positive') && said.includes('thirteen is refused');
    });
  }

  /** The Events on the manager's Deployment: `reason message`. */
  async function events(): Promise<readonly string[]> {
    const { items } = JSON.parse(await kubectl(['get', 'events', '-n', 'ledger-system', '-o', 'json'])) as {
      items: readonly (StoredObject & { reason: string; message: string; involvedObject: { kind: string } })[];
    };
    return items
      .filter(({ involvedObject }) => involvedObject.kind === 'Deployment')
      .map(({ reason, message }) => `${reason} ${message}`);
  }

  /** The manager's writes of installed objects. */
  async function writes(): Promise<readonly string[]> {
    return (await controlPlane.auditEvents())
      .filter(({ user: { username }, verb }) => username === user && ['create', 'patch', 'update'].includes(verb))
      .map(({ verb, requestURI }) => `${verb} ${requestURI}`)
      .filter((write) => /admissionregistration|apiextensions/.test(write));
  }

  it('the manager recreates deleted installed objects, so that invalid resources are refused again', async () => {
    await untilRefused();
    const before = await Promise.all(restorable.map(uidOf));
    const [first = '', ...others] = restorable;
    await kubectl(['delete', first]);
    await until('the readiness probe names it', async () =>
      (await manager.readyz()).startsWith('200 [!]installation failed, informational'),
    );
    assert.match(
      await manager.metrics(),
      /operand_installation_defects\{kind="ValidatingWebhookConfiguration",name="ledger-validating"\} 1/,
    );
    for (const name of others) await kubectl(['delete', name]);
    await until('all are back', async () => (await Promise.all(restorable.map(uidOf))).every((uid) => uid !== ''));
    await untilRefused();
    const later = await Promise.all(restorable.map(uidOf));
    for (const [index, uid] of later.entries()) assert.notEqual(uid, before[index]);
    await untilWell();
    const object = 'ValidatingWebhookConfiguration ledger-validating';
    assert.ok(manager.logged('no longer works', object) && manager.logged('works again', object));
    await until('the Events are written', async () => (await events()).length >= 2 * restorable.length);
    assert.ok((await events()).includes(`InstallationDefect ${object}: it is missing`));
    assert.ok((await events()).includes(`InstallationRestored ${object} works again as its manifest declares`));
    const text = await manager.metrics();
    assert.match(
      text,
      /operand_installation_defects\{kind="ValidatingWebhookConfiguration",name="ledger-validating"\} 0/,
    );
    assert.match(text, /operand_installation_restorations_total\{.*name="ledger-validating"\} 1/);
  });

  it('the manager repairs installed objects that another actor weakens', async () => {
    const patches: readonly (readonly [string, object, string])[] = [
      [
        restorable[0] ?? '',
        [{ op: 'add', path: '/webhooks/0/failurePolicy', value: 'Ignore' }],
        '{.webhooks[0].failurePolicy}',
      ],
      [restorable[2] ?? '', [{ op: 'add', path: '/spec/failurePolicy', value: 'Ignore' }], '{.spec.failurePolicy}'],
      [
        restorable[3] ?? '',
        [{ op: 'add', path: '/spec/validationActions', value: ['Audit'] }],
        '{.spec.validationActions[0]}',
      ],
    ];
    for (const [name, patch, path] of patches) {
      const value = () => kubectl(['get', name, '-o', `jsonpath=${path}`]);
      const before = await value();
      await kubectl(['patch', name, '--type=json', '-p', JSON.stringify(patch)]);
      await until(`${name} is repaired`, async () => (await value()) === before);
    }
  });

  it('cluster admins can exempt namespaces from webhooks, and the manager doesn’t revert that', async () => {
    const before = await writes();
    const exempt = { matchExpressions: [{ key: 'exempt', operator: 'DoesNotExist' }] };
    const patch = [
      { op: 'add', path: '/webhooks/0/namespaceSelector', value: exempt },
      { op: 'add', path: '/webhooks/0/timeoutSeconds', value: 30 },
    ];
    await kubectl(['patch', restorable[0] ?? '', '--type=json', '-p', JSON.stringify(patch)]);
    // The repair of a later change shows that the manager has observed this one.
    await kubectl(['delete', restorable[3] ?? '']);
    await until('the binding is back', async () => (await uidOf(restorable[3] ?? '')) !== '');
    assert.equal(await kubectl(['get', restorable[0] ?? '', '-o', 'jsonpath={.webhooks[0].timeoutSeconds}']), '30');
    const added = (await writes()).slice(before.length);
    assert.equal(added.length, 1, added.join('\n'));
    assert.match(added[0] ?? '', /validatingadmissionpolicybindings/);
  });

  it('the manager only reports a defect of a CRD whose repair would affect stored objects', async () => {
    const path = '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/amount/maximum';
    const setMaximum = async (value: number) =>
      await kubectl(['patch', definition, '--type=json', '-p', JSON.stringify([{ op: 'add', path, value }])]);
    await setMaximum(5000);
    const object = 'CustomResourceDefinition entries.example.com';
    await until('the change is logged', () => Promise.resolve(manager.logged('no longer works', object)));
    await until('an Event is written', async () =>
      (await events()).includes(`InstallationDefect ${object}: the schema of version v1 is not the declared one`),
    );
    await setMaximum(1000);
    await untilWell();
  });

  it('a defect is reported and the object stays as it is if the account may not restore it', async () => {
    const role = 'clusterrole/ledger-certificates-role';
    const { rules } = JSON.parse(await kubectl(['get', role, '-o', 'json'])) as {
      rules: readonly { verbs: string[] }[];
    };
    const allow = async (given: typeof rules) =>
      await kubectl(['patch', role, '--type=merge', '-p', JSON.stringify({ rules: given })]);
    await allow(rules.map((rule) => ({ ...rule, verbs: ['list', 'watch'] })));
    const [configuration = ''] = restorable;
    await kubectl(['delete', configuration]);
    const object = 'ValidatingWebhookConfiguration ledger-validating';
    await until('the refusal is logged', () => Promise.resolve(manager.logged('may not restore', object)));
    assert.equal(await uidOf(configuration), '');
    assert.match(await manager.readyz(), /^200 \[!\]installation failed, informational/);
    assert.equal(await refusal(-1), '');
    await allow(rules);
    await untilWell();
  });

  it('the manager reports a deleted CRD and doesn’t recreate it', async () => {
    await kubectl(['delete', definition]);
    const object = 'CustomResourceDefinition entries.example.com';
    await until('an Event is written', async () =>
      (await events()).includes(`InstallationDefect ${object}: it is missing`),
    );
    assert.equal(await uidOf(definition), '');
  });
});
