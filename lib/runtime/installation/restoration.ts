// In: installed objects with defects. Out: the objects as in their manifests, if the manager may and should write them,
// and Events on the manager's Deployment. Called by the manager, in one replica at a time.

import { definitionKind, knownKind, type ObjectKey, type StoredObject, withVersionOfNone } from '../../api/index.ts';
import { type Client, isForbidden, isNotFound, isOvertaken, type JsonPatchOperation } from '../../client/index.ts';
import { type Clock, WakeUp } from '../../clock/index.ts';
import type { InstallationMetrics, Logger } from '../../telemetry/index.ts';
import { type InstallationGuard, releaseDigestOf } from './installation-guard.ts';
import type { WatchedObject } from './watched-object.ts';

/** An Event on the installation. */
export interface InstallationEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: 'InstallationDefect' | 'InstallationRestored';
  readonly message: string;
}

/** The dependencies of a restoration. */
export interface RestorationPorts {
  readonly client: Pick<Client, 'apply' | 'get' | 'patch'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: InstallationMetrics;
  readonly events: { record(regarding: StoredObject, event: InstallationEvent): void };
  readonly guard: InstallationGuard;
}

/** The objects of a restoration, and its mode. */
export interface RestorationOptions {
  /** The operator's name, which is its field manager. */
  readonly operator: string;
  /** The manager's Deployment. */
  readonly deployment: ObjectKey;
  /** `restore`, or `report` if another actor keeps the objects, such as OLM. */
  readonly mode: 'report' | 'restore';
}

const deploymentKind = knownKind('apps/v1', 'Deployment');

/**
 * The time that an object must have been missing before the manager recreates it. Longer than the pod of a deleted
 * Deployment runs (5 s), and than the time between the steps of an installation or a replacement: an uninstalled
 * operator must not leave a webhook configuration behind that no server answers.
 */
const absenceMs = 10_000;

/** Restores the installed objects that have defects, and writes Events about them. */
export class Restoration {
  readonly #ports: RestorationPorts;
  readonly #options: RestorationOptions;
  readonly #wakeUp: WakeUp;

  constructor(ports: RestorationPorts, options: RestorationOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#wakeUp = new WakeUp(ports.clock);
    ports.guard.onChange(() => this.#wakeUp.wake());
  }

  /** Restores until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      let pauseMs = Number.POSITIVE_INFINITY;
      for (const object of this.#ports.guard.objects) {
        pauseMs = Math.min(pauseMs, await this.#handleDefects(object, signal));
      }
      await this.#wakeUp.wait(pauseMs, signal);
    }
  }

  /** @returns after how many milliseconds to check again, if nothing changes. */
  async #handleDefects(watched: WatchedObject, signal: AbortSignal): Promise<number> {
    if (signal.aborted || watched.defects === undefined) return Number.POSITIVE_INFINITY;
    const { attempts } = watched;
    if (watched.summary === watched.recorded && attempts.waitMs > 0) return attempts.waitMs;
    try {
      if (watched.summary !== watched.recorded) await this.#recordDefects(watched, signal);
      return await this.#restoreObject(watched, signal);
    } catch (error) {
      if (signal.aborted) return Number.POSITIVE_INFINITY;
      this.#reportFailure(watched, error);
      return attempts.waitMs;
    }
  }

  /** Writes an Event about the state of an object. The Deployment exists even if the object doesn't. */
  async #recordDefects(watched: WatchedObject, signal: AbortSignal): Promise<void> {
    const { summary, title } = watched;
    const deployment = await this.#readDeployment(signal);
    watched.recorded = summary;
    if (deployment === undefined) return;
    this.#ports.events.record(
      deployment,
      summary === ''
        ? { type: 'Normal', reason: 'InstallationRestored', message: `${title} works again as its manifest declares` }
        : { type: 'Warning', reason: 'InstallationDefect', message: `${title}: ${summary}` },
    );
  }

  async #restoreObject(watched: WatchedObject, signal: AbortSignal): Promise<number> {
    const never = Number.POSITIVE_INFINITY;
    if (this.#options.mode === 'report' || watched.summary === '') return never;
    if (watched.attempts.waitMs > 0) return watched.attempts.waitMs;
    if (watched.object === undefined) {
      // Deleting a CRD deletes all of its objects: only a cluster admin recreates it.
      if (watched.kind.kind === definitionKind.kind) return never;
      const waitMs = absenceMs - watched.absentForMs;
      return waitMs > 0 ? waitMs : await this.#recreateObject(watched, signal);
    }
    const repair = (watched.defects ?? []).flatMap((defect) => defect.repair);
    if (repair.length === 0 || !this.#isOfThisRelease(watched, watched.object)) return never;
    return await this.#repairFields(watched, repair, watched.object, signal);
  }

  /** Recreates an object only while its operator is installed in this very release: not while it is uninstalled or replaced. */
  async #recreateObject(watched: WatchedObject, signal: AbortSignal): Promise<number> {
    const { manifest } = watched.installed;
    delayNextAttempt(watched);
    const deployment = await this.#readDeployment(signal);
    const isWanted =
      deployment !== undefined &&
      deployment.metadata.deletionTimestamp === undefined &&
      this.#isOfThisRelease(watched, deployment);
    if (!isWanted) return watched.attempts.waitMs;
    const options = { fieldManager: this.#options.operator, force: false, signal };
    await this.#restore(watched, (client) => client.apply(watched.kind, withVersionOfNone(manifest), options));
    return 0;
  }

  async #repairFields(
    watched: WatchedObject,
    repair: readonly JsonPatchOperation[],
    { metadata: { resourceVersion } }: StoredObject,
    signal: AbortSignal,
  ): Promise<number> {
    delayNextAttempt(watched);
    const body = [{ op: 'replace', path: '/metadata/resourceVersion', value: resourceVersion } as const, ...repair];
    const patch = { type: 'json', body } as const;
    await this.#restore(watched, (client) => client.patch(watched.kind, watched.key, patch, { signal }));
    return 0;
  }

  async #restore(
    watched: WatchedObject,
    write: (client: RestorationPorts['client']) => Promise<StoredObject>,
  ): Promise<void> {
    const { client, guard, logger, metrics } = this.#ports;
    // The watch may show the restored object before the response arrives.
    const { summary: defects, title } = watched;
    const object = await write(client);
    logger.info('the manager has restored an installed object', { object: title, defects });
    metrics.objectRestored({ kind: watched.kind.kind, name: watched.key.name });
    guard.updateObject(watched, object);
  }

  #reportFailure(watched: WatchedObject, error: unknown): void {
    if (watched.attempts.waitMs <= 0) delayNextAttempt(watched);
    const { logger } = this.#ports;
    const object = watched.title;
    if (isForbidden(error)) {
      const level = watched.refused === watched.summary ? 'debug' : 'warn';
      watched.refused = watched.summary;
      logger[level]('the account may not restore an installed object; apply the manifests of the operator', {
        object,
        error,
      });
      // The watch shows soon which writer was first.
    } else logger[isOvertaken(error) ? 'debug' : 'warn']('restoration failed and is tried again', { object, error });
  }

  #isOfThisRelease({ installed }: WatchedObject, object: StoredObject): boolean {
    const { operator } = this.#options;
    return releaseDigestOf(object, operator) === releaseDigestOf(installed.manifest, operator);
  }

  async #readDeployment(signal: AbortSignal): Promise<StoredObject | undefined> {
    try {
      return await this.#ports.client.get(deploymentKind, this.#options.deployment, { signal });
    } catch (error) {
      if (isNotFound(error) || isForbidden(error)) return undefined;
      throw error;
    }
  }
}

/** Counts an attempt, also one that fails, so that the next one waits. */
function delayNextAttempt({ attempts }: WatchedObject): void {
  attempts.begin();
  attempts.delayNext();
}
