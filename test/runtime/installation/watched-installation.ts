import { type KubernetesObject, objectKey, type StoredObject } from '../../../lib/api/index.ts';
import { ApiError, type Client } from '../../../lib/client/index.ts';
import { type InstalledObject, managerName, type Operator } from '../../../lib/constructs/index.ts';
import { InstallationGuard, Restoration } from '../../../lib/runtime/installation/index.ts';
import type { RestorationOptions } from '../../../lib/runtime/installation/restoration.ts';
import { objectWatch } from '../../../lib/runtime/watch/index.ts';
import type { ManualClock } from '../../../lib/testing/index.ts';
import { ObservedCluster } from '../observed-cluster.ts';
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
  readonly server: ObservedCluster;
  readonly clock: ManualClock;
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
  readonly #operator: Operator;
  readonly #stop = new AbortController();
  readonly #ends: readonly Promise<void>[];

  static async start(mode: RestorationOptions['mode'] = 'restore'): Promise<WatchedInstallation> {
    const server = await ObservedCluster.start();
    const operator = ledgerOperator();
    await apply(server, operator);
    return new WatchedInstallation(server, operator, mode);
  }

  private constructor(server: ObservedCluster, operator: Operator, mode: RestorationOptions['mode']) {
    this.server = server;
    this.clock = server.clock;
    this.objects = operator.installedObjects();
    this.#operator = operator;
    const { clock, logger } = this;
    const { name, namespace } = operator;
    const client = this.#client();
    const metrics = {
      defects: (object: { kind: string; name: string }, count: number) =>
        this.defectCounts.set(`${object.kind} ${object.name}`, count),
      objectRestored: (object: { kind: string; name: string }) => this.restored.push(`${object.kind} ${object.name}`),
    };
    const watchObject = objectWatch({ client, clock, logger, onRegression: () => {} });
    const calls = { service: 'own' } as const;
    const ports = { clock, logger, metrics };
    this.guard = new InstallationGuard({ ...ports, watchObject }, { operator: name, objects: this.objects, calls });
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
  async apply(change?: (manifest: KubernetesObject) => KubernetesObject): Promise<void> {
    await apply(this.server, this.#operator, change);
  }

  object({ kind, manifest }: InstalledObject): StoredObject | undefined {
    return this.server.object(kind, objectKey(manifest));
  }

  async remove({ kind, manifest }: InstalledObject): Promise<void> {
    await this.server.remove(kind, objectKey(manifest));
  }

  async removeDeployment(): Promise<void> {
    await this.server.remove(deployments, {
      namespace: this.#operator.namespace,
      name: managerName(this.#operator.name),
    });
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

async function apply(
  server: ObservedCluster,
  operator: Operator,
  change: (manifest: KubernetesObject) => KubernetesObject = (same) => same,
): Promise<void> {
  for (const { kind, manifest } of operator.installedObjects()) await server.put(kind, change(manifest));
  const deployment = operator.toJson().find(({ kind }) => kind === deployments.kind);
  if (deployment !== undefined) await server.put(deployments, change(deployment));
}
