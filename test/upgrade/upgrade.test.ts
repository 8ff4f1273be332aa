// Operators with converged objects, to which the API server adds defaults.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { k8s } from 'cdk8s-plus-28';
import { Database } from '../../apps/database/api.ts';
import { Memcached } from '../../apps/memcached/api.ts';
import {
  conditionsOf,
  definitionKind,
  type JsonObject,
  type Kind,
  objectKey,
  resolveKind,
} from '../../lib/api/index.ts';
import { type Client, HttpClient, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { ControlPlane, type OperatorProcess } from '../../lib/testing/index.ts';
import { InstalledOperator } from '../apps/installed-operator.ts';
import { createStorageClass, PlayedNamespace } from '../crash/played-namespace.ts';
import { until, untilPassed } from '../until.ts';

const leaves: Kind = { group: 'example.com', version: 'v1', kind: 'Leaf', plural: 'leaves', scope: 'Namespaced' };
const branches: Kind = { ...leaves, kind: 'Branch', plural: 'branches' };

/** An operator with one resource, and the kinds of its children. */
interface Subject {
  readonly kind: Kind;
  readonly children: readonly Kind[];
  readonly spec: JsonObject;
  readonly install: (controlPlane: ControlPlane) => Promise<InstalledOperator>;
}

const subjects = {
  memcached: {
    kind: Memcached.definition,
    children: [resolveKind(k8s.KubeDeployment)],
    spec: { size: 1 },
    install: (controlPlane) => InstalledOperator.on(controlPlane, 'memcached'),
  },
  database: {
    kind: Database.definition,
    children: [k8s.KubeServiceAccount, k8s.KubeService, k8s.KubeStatefulSet].map(resolveKind),
    spec: { version: '14.5', replicas: 1 },
    install: (controlPlane) => InstalledOperator.on(controlPlane, 'database'),
  },
  branch: {
    kind: branches,
    children: [leaves],
    spec: {},
    install: async (controlPlane) =>
      InstalledOperator.of(controlPlane, {
        program: fileURLToPath(new URL('branch-operator.ts', import.meta.url)),
        name: 'branch-operator',
      }),
  },
} satisfies Record<string, Subject>;

/** Returns the CRD of leaves, which another team owns. */
function leafDefinition(defaults: { readonly of?: JsonObject; readonly ofVeins?: JsonObject } = {}) {
  const vein = { type: 'object', required: ['name'], properties: { name: { type: 'string' }, ...defaults.ofVeins } };
  const veins = { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'], items: vein };
  const spec = { type: 'object', properties: { size: { type: 'integer' }, veins, ...defaults.of } };
  const openAPIV3Schema = { type: 'object', properties: { spec } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'leaves.example.com' },
    spec: {
      group: leaves.group,
      scope: leaves.scope,
      names: { kind: leaves.kind, plural: leaves.plural },
      versions: [{ name: leaves.version, served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
}

describe('an operator with converged objects writes nothing', () => {
  let controlPlane: ControlPlane;
  let admin: Client;
  const operators: { -readonly [Name in keyof typeof subjects]?: RunningSubject } = {};

  before(async () => {
    controlPlane = await ControlPlane.start({ components: [], apiServer: { release: 'oldest' } });
    const credentials = await loadCredentials({ clock: systemClock, kubeconfig: controlPlane.kubeconfig });
    admin = new HttpClient(credentials, { clock: systemClock, fieldManager: 'test' });
    await createStorageClass(admin);
    await admin.create(definitionKind, leafDefinition());
    for (const name of names) operators[name] = await RunningSubject.start(subjects[name], { controlPlane, admin });
  });

  after(async () => {
    await admin?.close();
    await controlPlane?.stop();
  });

  const names = Object.keys(subjects) as (keyof typeof subjects)[];
  const running = () => names.map((name) => operators[name] ?? assert.fail(`${name} has not been started`));

  it('a running operator writes nothing when the API server is upgraded', async () => {
    await controlPlane.stopApiServer();
    await controlPlane.startApiServer({ release: 'current' });
    for (const each of running()) assert.deepEqual(await each.writesWhen(() => each.touch()), []);
  });

  it('an operator writes nothing when it starts after an upgrade of the API server', async () => {
    for (const each of running()) assert.deepEqual(await each.writesWhen(() => each.restart()), []);
  });

  it('an operator writes nothing when a child’s definition gets defaults, before or after its start', async () => {
    const branch = operators.branch ?? assert.fail();
    const ofVeins = { colour: { type: 'string', default: 'green' } };
    const definition = leafDefinition({ of: { season: { type: 'string', default: 'spring' } }, ofVeins });
    await admin.apply(definitionKind, definition, { fieldManager: 'test', force: true });
    await until('leaves have their defaults', async () => JSON.stringify(await branch.child(leaves)).includes('green'));
    assert.deepEqual(await branch.writesWhen(() => branch.touch()), []);
    assert.deepEqual(await branch.writesWhen(() => branch.restart()), []);
  });
});

/** A running operator. */
class RunningSubject {
  readonly #subject: Subject;
  readonly #admin: Client;
  readonly #installed: InstalledOperator;
  readonly #namespace: PlayedNamespace;
  #process: OperatorProcess;
  #touches = 0;

  /** Resolves when its resource is converged. */
  static async start(
    subject: Subject,
    { controlPlane, admin }: { readonly controlPlane: ControlPlane; readonly admin: Client },
  ): Promise<RunningSubject> {
    const installed = await subject.install(controlPlane);
    const namespace = await PlayedNamespace.create(admin, `upgraded-${subject.kind.plural}`, subject.kind);
    const process = await installed.run();
    await process.ready();
    const running = new RunningSubject(subject, { admin, installed, namespace, process });
    await running.#converge();
    return running;
  }

  private constructor(
    subject: Subject,
    parts: {
      readonly admin: Client;
      readonly installed: InstalledOperator;
      readonly namespace: PlayedNamespace;
      readonly process: OperatorProcess;
    },
  ) {
    this.#subject = subject;
    this.#admin = parts.admin;
    this.#installed = parts.installed;
    this.#namespace = parts.namespace;
    this.#process = parts.process;
  }

  /** Returns a child in its current form on the API server. */
  async child(kind: Kind) {
    return await this.#admin.get(kind, { namespace: this.#namespace.name, name: 'it' });
  }

  /** Returns the writes of the operator in its namespace during an action. */
  async writesWhen(act: () => Promise<void>): Promise<readonly string[]> {
    const before = (await this.#writes()).length;
    await act();
    return (await this.#writes()).slice(before);
  }

  /** Makes the operator reconcile the current versions of the resource and its children. */
  async touch(): Promise<void> {
    for (const kind of [...this.#subject.children, this.#subject.kind]) {
      const { items } = await this.#admin.list(kind, { namespace: this.#namespace.name });
      for (const object of items.filter(({ metadata }) => metadata.name !== 'default')) {
        this.#touches += 1;
        const passes = await this.#passes();
        // An annotation would be a change that the controller of a Deployment has to observe.
        const body = { metadata: { labels: { 'example.com/touch': String(this.#touches) } } };
        await this.#admin.patch(kind, objectKey(object), { type: 'merge', body });
        await until(`a reconcile has included ${kind.kind}`, async () => (await this.#passes()) > passes);
      }
    }
  }

  async restart(): Promise<void> {
    await this.#process.kill();
    this.#process = await this.#installed.run();
    await this.#process.ready();
    await until('the first reconcile is over', async () => (await this.#passes()) > 0);
  }

  async #converge(): Promise<void> {
    const { kind, spec } = this.#subject;
    const metadata = { namespace: this.#namespace.name, name: 'it' };
    const object = { apiVersion: `${kind.group}/${kind.version}`, kind: kind.kind, metadata, spec };
    // The API server notices the address of the webhooks a moment later.
    await untilPassed(async () => {
      await this.#admin.apply(kind, object, { fieldManager: 'test', force: true });
    });
    await until(`${kind.kind} is ready`, async () => {
      await this.#namespace.play();
      const resource = await this.#namespace.resource('it');
      const conditions = conditionsOf(resource?.status).filter(
        ({ type }) => type === 'Ready' || type === 'StorageReady',
      );
      return conditions.length > 0 && conditions.every(({ status }) => status === 'True');
    });
  }

  async #writes(): Promise<readonly string[]> {
    return (await this.#installed.writes()).filter((write) => write.includes(`/namespaces/${this.#namespace.name}/`));
  }

  /** Returns the number of successful reconciles. */
  async #passes(): Promise<number> {
    const text = await (await fetch(`${await this.#process.url('metrics server')}/metrics`)).text();
    return Number(/^controller_runtime_reconcile_total\{[^}]*result="success"[^}]*\} (\d+)$/m.exec(text)?.[1] ?? 0);
  }
}
