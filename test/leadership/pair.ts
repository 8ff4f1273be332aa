// Runs two replicas of an operator on a control plane, each behind its own network, and records all their writes in the
// order in which they were sent. Used by the tests of leadership.

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { isJsonObject, type Kind, type KubernetesObject } from '../../lib/api/index.ts';
import type { Client } from '../../lib/client/index.ts';
import { leaseKind } from '../../lib/runtime/lease/index.ts';
import { type ControlPlane, OperatorProcess } from '../../lib/testing/index.ts';
import { InstalledOperator } from '../apps/installed-operator.ts';
import { kubectl } from '../kubectl.ts';
import { ApiProxy } from '../proxy/api-proxy.ts';
import type { ProxiedExchange } from '../proxy/proxied-exchange.ts';
import { until } from '../until.ts';

const program = fileURLToPath(new URL('note-operator.ts', import.meta.url));
const namespaceOf = (name: string) => `${name}-system`;

/**
 * A write of a replica. A write of a Lease is done when it has been answered, any other when the replica has sent it.
 */
export interface Dispatch {
  readonly by: string;
  readonly method: string;
  readonly path: string;
  /** The holder of the Lease after the write. */
  readonly holder?: string;
}

/** Handles a write that isn't about a Lease. */
export type WriteHandle = (exchange: ProxiedExchange) => Promise<unknown>;

const forward: WriteHandle = (exchange) => exchange.forward();

/** One process of the operator, with its own ServiceAccount. */
export class Replica {
  readonly name: string;
  readonly process: OperatorProcess;
  readonly network: ApiProxy;
  /** Decides the fate of its writes. */
  handle: WriteHandle = forward;

  constructor(name: string, process: OperatorProcess, network: ApiProxy) {
    this.name = name;
    this.process = process;
    this.network = network;
  }
}

/** The number of Notes. */
const noteCount = 60;

/** Two replicas that share a Lease. The one that starts first leads at first. */
export class Pair implements AsyncDisposable {
  readonly name: string;
  /** The writes of both, without Events, in the order of their requests. */
  readonly dispatches: Dispatch[] = [];
  readonly #controlPlane: ControlPlane;
  readonly #admin: Client;
  readonly #notes: Kind;
  readonly #replicas: Replica[] = [];
  #edition = 0;

  static async start(controlPlane: ControlPlane, admin: Client, name: string): Promise<Pair> {
    const pair = new Pair(controlPlane, admin, name);
    await pair.#install();
    await pair.#startReplica('first');
    await until('the first leads', async () => pair.holder === 'first');
    await pair.#startReplica('second');
    return pair;
  }

  private constructor(controlPlane: ControlPlane, admin: Client, name: string) {
    this.#controlPlane = controlPlane;
    this.#admin = admin;
    this.name = name;
    const group = `${name}.example.com`;
    this.#notes = { group, version: 'v1', kind: 'Note', plural: 'notes', scope: 'Namespaced' };
  }

  get first(): Replica {
    return this.#replicas[0] ?? assert.fail('not started');
  }

  get second(): Replica {
    return this.#replicas[1] ?? assert.fail('not started');
  }

  /** The holder of the Lease in the last response to one of the replicas; empty if there is none. */
  get holder(): string | undefined {
    return this.dispatches.findLast(({ holder }) => holder !== undefined)?.holder;
  }

  /** The writes of the other replica since the current holder acquired the Lease, except those of the Lease. */
  get trespasses(): readonly Dispatch[] {
    const { holder } = this;
    const since = this.dispatches.findLastIndex((each) => each.holder !== undefined && each.holder !== holder);
    const takenAt = this.dispatches.findIndex((each, index) => index > since && each.holder === holder);
    return this.dispatches.slice(takenAt).filter((each) => each.holder === undefined && each.by !== holder);
  }

  /** Changes all Notes, so that each needs a write. */
  async publish(): Promise<void> {
    this.#edition += 1;
    const edition = this.#edition;
    const notes = Array.from({ length: noteCount }, (_, index) => ({
      apiVersion: `${this.#notes.group}/v1`,
      kind: 'Note',
      metadata: { namespace: namespaceOf(this.name), name: `note-${index}` },
      spec: { edition },
    }));
    await Promise.all(
      notes.map((note) => this.#admin.apply(this.#notes, note, { fieldManager: 'editor', force: true })),
    );
  }

  /** Resolves when the status of all Notes has the last edition. */
  async published(): Promise<void> {
    await until(`${this.name}: edition ${this.#edition} is out`, async () => {
      const { items } = await this.#admin.list(this.#notes, { namespace: namespaceOf(this.name) });
      return items.every(({ status }) => isJsonObject(status) && status.edition === this.#edition);
    });
  }

  /**
   * Returns the requests of a replica that reached the API server, in their order: `list notes`, `patch configmaps`.
   */
  async audited(replica: Replica): Promise<readonly string[]> {
    const user = this.#user(replica);
    return (await this.#controlPlane.auditEvents())
      .filter((event) => event.user.username === user)
      .map(({ verb, objectRef, requestURI }) =>
        requestURI.includes('sendInitialEvents=true')
          ? `list ${objectRef?.resource}`
          : `${verb} ${objectRef?.resource}`,
      );
  }

  /**
   * Returns the writes of a replica's reconciles that reached the API server after the other one had last acquired the
   * Lease.
   */
  async auditedTrespasses(replica: Replica, holder: Replica): Promise<readonly string[]> {
    const events = await this.#controlPlane.auditEvents();
    const taken = events.findIndex(
      ({ user, verb, objectRef, responseStatus }) =>
        user.username === this.#user(holder) &&
        verb === 'patch' &&
        objectRef?.resource === 'leases' &&
        responseStatus?.code === 200,
    );
    assert.ok(taken >= 0, `${holder.name} never got the Lease`);
    return events
      .slice(taken)
      .filter(({ user, verb }) => user.username === this.#user(replica) && !['get', 'list', 'watch'].includes(verb))
      .filter(({ objectRef }) => objectRef?.resource !== 'leases' && objectRef?.resource !== 'events')
      .map(({ verb, requestURI }) => `${verb} ${requestURI}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { process, network } of this.#replicas) {
      process.resume();
      await process.kill();
      await network.stop();
    }
  }

  #user({ name }: Replica): string {
    return `system:serviceaccount:${namespaceOf(this.name)}:${name}`;
  }

  async #install(): Promise<void> {
    const env = { OPERATOR_NAME: this.name };
    const { user } = await InstalledOperator.of(this.#controlPlane, { program, name: this.name, env });
    const account = user.split(':').at(-1);
    const accounts = ['first', 'second'].map((name) => ({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { namespace: namespaceOf(this.name), name },
    }));
    const found = await kubectl(this.#controlPlane, ['get', 'rolebindings,clusterrolebindings', '-A', '-o', 'json']);
    const { items } = JSON.parse(found) as { items: RoleBinding[] };
    const own = items.filter(({ subjects }) => subjects?.some(({ name }) => name === account) === true);
    const list = { apiVersion: 'v1', kind: 'List', items: [...accounts, ...own.map(boundToBoth)] };
    await kubectl(this.#controlPlane, ['apply', '--server-side', '--force-conflicts', '-f', '-'], list);
  }

  async #startReplica(name: string): Promise<void> {
    const kubeconfig = await this.#controlPlane.serviceAccountKubeconfig(namespaceOf(this.name), name);
    const network = await ApiProxy.start(this.#controlPlane, (exchange) => this.#pass(name, exchange));
    const process = await OperatorProcess.start(this.#controlPlane, {
      program,
      kubeconfig: await network.kubeconfig(kubeconfig),
      args: ['--leader-elect'],
      env: { OPERATOR_NAME: this.name },
    });
    this.#replicas.push(new Replica(name, process, network));
    await process.ready();
  }

  async #pass(by: string, exchange: ProxiedExchange): Promise<unknown> {
    const { method, path } = exchange;
    if (!exchange.isWrite || path.includes('/events')) return await exchange.forward();
    if (!path.includes(`/${leaseKind.plural}`)) {
      this.dispatches.push({ by, method, path });
      const { handle } = this.#replicas.find(({ name }) => name === by) ?? { handle: forward };
      return await handle(exchange);
    }
    const response = await exchange.execute();
    if (response === undefined) return undefined;
    const { spec } = JSON.parse(await exchange.body()) as { spec: { holderIdentity: string } };
    const holder = spec.holderIdentity === '' ? '' : by;
    if (response.status < 300) this.dispatches.push({ by, method, path, holder });
    return await exchange.reply(response);
  }
}

interface RoleBinding extends KubernetesObject {
  readonly subjects?: readonly { readonly name: string }[];
}

/** Grants both replicas the rights of the operator's ServiceAccount. */
function boundToBoth({ apiVersion, kind, metadata, roleRef, subjects = [] }: RoleBinding): KubernetesObject {
  const { name, namespace } = metadata;
  const both = ['first', 'second'].map((replica) => ({ ...subjects[0], name: replica }));
  return {
    apiVersion,
    kind,
    metadata: { name, ...(namespace !== undefined && { namespace }) },
    roleRef,
    subjects: both,
  };
}
