import { type KubernetesObject, objectKey, type StoredObject } from '../../../lib/api/index.ts';
import { ApiError, type Client } from '../../../lib/client/index.ts';
import { type InstalledObject, managerName, type Operator } from '../../../lib/constructs/index.ts';
import { InstallationGuard, Restoration } from '../../../lib/runtime/installation/index.ts';
import type { RestorationOptions } from '../../../lib/runtime/installation/restoration.ts';
import { watchObject } from '../../../lib/runtime/watch/index.ts';
import { ManualClock } from '../../../lib/testing/index.ts';
import { ObjectServer } from '../object-server.ts';
import { RecordingLogger } from '../recording-logger.ts';
import { ledgerOperator } from './ledger.ts';

const deployments = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  scope: 'Namespaced',
} as const;

/** The installed objects of the ledger operator on a server in memory, and the manager that watches them. */
export class WatchedInstallation implements AsyncDisposable {
  readonly server = new ObjectServer();
  readonly clock = new ManualClock();
  readonly logger = new RecordingLogger();
  /** `kind name` → its defects. */
  readonly defectCounts = new Map<string, number>();
  readonly restored: string[] = [];
  /** `object: reason: message`. */
  readonly events: string[] = [];
  readonly guard: InstallationGuard;
  readonly objects: readonly InstalledObject[];
  /** True if the ServiceAccount may change the installed objects. */
  mayWrite = true;
  readonly #operator: Operator = ledgerOperator();
  readonly #stop = new AbortController();
  readonly #ends: Promise<void>[];

  constructor(mode: RestorationOptions['mode'] = 'restore') {
    const { clock, logger } = this;
    const { name, namespace } = this.#operator;
    this.objects = this.#operator.installedObjects();
    this.apply();
    const client = this.#client();
    const metrics = {
      defects: (object: { kind: string; name: string }, count: number) =>
        this.defectCounts.set(`${object.kind} ${object.name}`, count),
      objectRestored: (object: { kind: string; name: string }) => this.restored.push(`${object.kind} ${object.name}`),
    };
    const follow = watchObject({ client, clock, logger, onRegression: () => {} });
    const calls = { service: 'own' } as const;
    const ports = { clock, logger, metrics };
    this.guard = new InstallationGuard({ ...ports, follow }, { operator: name, objects: this.objects, calls });
    const events = {
      record: (object: StoredObject, { reason, message }: { reason: string; message: string }) =>
        this.events.push(`${object.kind} ${object.metadata.name}: ${reason}: ${message}`),
    };
    const restoration = new Restoration(
      { ...ports, client, events, guard: this.guard },
      { operator: name, deployment: { namespace, name: managerName(name) }, mode },
    );
    this.#ends = [this.guard.run(this.#stop.signal), restoration.run(this.#stop.signal)];
  }

  /** Applies all manifests, or changed ones. */
  apply(change: (manifest: KubernetesObject) => KubernetesObject = (same) => same): void {
    for (const { kind, manifest } of this.objects) this.server.put(kind, change(manifest));
    const deployment = this.#operator.toJson().find(({ kind }) => kind === deployments.kind);
    if (deployment !== undefined) this.server.put(deployments, change(deployment));
  }

  object({ kind, manifest }: InstalledObject): StoredObject | undefined {
    return this.server.object(kind, objectKey(manifest));
  }

  remove({ kind, manifest }: InstalledObject): void {
    this.server.remove(kind, objectKey(manifest));
  }

  removeDeployment(): void {
    this.server.remove(deployments, { namespace: this.#operator.namespace, name: managerName(this.#operator.name) });
  }

  /** The installed object of a kind. */
  of(kind: { readonly kind: string }): InstalledObject {
    const found = this.objects.find((object) => object.kind.kind === kind.kind);
    if (found === undefined) throw new Error(`the operator has no ${kind.kind}`);
    return found;
  }

  /** Returns the log messages of a level, with their objects. */
  logged(level: 'info' | 'warn'): string[] {
    return this.logger.lines
      .filter((line) => line.level === level)
      .map(({ message, fields: { object, defects } }) => [message, object, defects].filter(Boolean).join(': '));
  }

  async pass(ms: number): Promise<void> {
    await this.clock.advance(ms);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#ends);
  }

  #client(): Client {
    const client = this.server.client();
    const allowed = (verb: 'apply' | 'patch', kind: InstalledObject['kind']) => {
      if (this.mayWrite) return;
      throw new ApiError({ verb, kind }, { code: 403, reason: 'Forbidden', message: 'no', causes: [] });
    };
    return {
      ...client,
      apply: async (kind, ...rest) => {
        allowed('apply', kind);
        return await client.apply(kind, ...rest);
      },
      patch: async (kind, ...rest) => {
        allowed('patch', kind);
        return await client.patch(kind, ...rest);
      },
    };
  }
}
