// In: the objects that API servers use for the operator, as manifests and as a watch shows them. Out: reports of their
// defects, in the log, a metric and a check. Called by the manager, in every replica; one of them restores the objects.

import { isOlderObject, type ObjectAddress, type StoredObject } from '../../api/index.ts';
import type { Clock } from '../../clock/index.ts';
import { type InstalledObject, installationLabel } from '../../constructs/index.ts';
import type { Check } from '../../server/index.ts';
import type { InstallationMetrics, Logger } from '../../telemetry/index.ts';
import type { Defect } from './defect.ts';
import { defectsOfAnotherRelease, objectDefects } from './installed-object-defect.ts';
import { WatchedObject } from './watched-object.ts';
import type { ExpectedCalls } from './webhook-defect.ts';

/** The dependencies of a guard. */
export interface InstallationGuardPorts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: InstallationMetrics;
  /**
   * Watches one object until the signal aborts, and calls back with each state; undefined means that it doesn't exist.
   */
  readonly watchObject: (
    address: ObjectAddress,
    changed: (state: StoredObject | undefined) => void,
    signal: AbortSignal,
  ) => Promise<void>;
}

/** The objects that a guard watches. */
export interface InstallationGuardOptions {
  /** The operator's name. */
  readonly operator: string;
  readonly objects: readonly InstalledObject[];
  readonly calls: ExpectedCalls;
}

/**
 * Watches the installed objects of an operator, and reports when one is missing or no longer works as its manifest
 * declares.
 */
export class InstallationGuard {
  readonly objects: readonly WatchedObject[];
  readonly #ports: InstallationGuardPorts;
  readonly #options: InstallationGuardOptions;
  readonly #listeners: (() => void)[] = [];

  constructor(ports: InstallationGuardPorts, options: InstallationGuardOptions) {
    this.#ports = ports;
    this.#options = options;
    this.objects = options.objects.map((object) => new WatchedObject(object, ports.clock));
  }

  /**
   * The check that names the objects with defects.
   *
   * Informational: a replica that fails its readiness leaves the Service, so that API servers refuse the requests that
   * it would have validated, or can't convert. All replicas see the same defects, so none would be left that serves.
   */
  get check(): Check {
    return {
      name: 'installation',
      isInformational: true,
      failure: () => {
        const titles = this.objects.filter(({ summary }) => summary !== '').map(({ title }) => title);
        return titles.length === 0 ? undefined : titles.join(', ');
      },
    };
  }

  /** Calls `listener` whenever the watch shows another state of an object. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Watches until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { watchObject } = this.#ports;
    await Promise.all(
      this.objects.map((object) => watchObject(object, (state) => this.updateObject(object, state), signal)),
    );
  }

  /** Adds the state of an object. */
  updateObject(watched: WatchedObject, state: StoredObject | undefined): void {
    const { logger, metrics } = this.#ports;
    // The watch may be behind the response to a write.
    if (state !== undefined && watched.object !== undefined && isOlderObject(state, watched.object)) return;
    const before = watched.summary;
    watched.update(state, this.#installedDefects(watched, state));
    metrics.defects({ kind: watched.kind.kind, name: watched.key.name }, watched.defects?.length ?? 0);
    const object = watched.title;
    if (watched.summary !== '' && watched.summary !== before) {
      logger.warn(this.#defectMessage(watched, state), { object, defects: watched.summary });
    }
    if (watched.summary === '' && before !== '') {
      logger.info('an installed object works again as its manifest declares', { object });
    }
    for (const listener of this.#listeners) listener();
  }

  #installedDefects(watched: WatchedObject, state: StoredObject | undefined): readonly Defect[] {
    return state !== undefined && this.#isOfAnotherRelease(watched, state)
      ? defectsOfAnotherRelease(watched.installed, state)
      : objectDefects(watched.installed, state, this.#options.calls);
  }

  /** The message about an object with defects. */
  #defectMessage({ installed }: WatchedObject, state: StoredObject | undefined): string {
    const isLacking = state !== undefined && defectsOfAnotherRelease(installed, state).length > 0;
    if (!isLacking) return 'an installed object no longer works as its manifest declares';
    const command = `kubectl apply -f dist/${this.#options.operator}.k8s.yaml`;
    return `the installed CRD lacks what this program writes: run \`synth\` and \`${command}\`, or start with \`run --apply-definitions\` in development`;
  }

  #isOfAnotherRelease({ installed }: WatchedObject, state: StoredObject): boolean {
    const found = releaseDigestOf(state, this.#options.operator);
    return found !== undefined && found !== releaseDigestOf(installed.manifest, this.#options.operator);
  }
}

/** The digest of an object's release; undefined if the object has none. */
export function releaseDigestOf(
  { metadata }: Pick<StoredObject, 'metadata'> | InstalledObject['manifest'],
  operator: string,
) {
  return metadata.labels?.[installationLabel(operator)];
}
