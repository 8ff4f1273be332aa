// In: scripts of a test. Out: the script of each pod. Read by the kubelet.

import type { JsonObject } from '../../../../api/index.ts';
import { controllerReferenceOf, labelsOf, metadataText } from '../../../../built-in/index.ts';
import type { Clock } from '../../../../clock/index.ts';
import { PodScript } from './pod-script.ts';

/** A pod that may have a script. */
export interface ScriptedPod {
  readonly namespace: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** All fields. */
  readonly object: JsonObject;
}

/** A script, and the time from which it counts. */
export interface TimedScript {
  readonly script: PodScript;
  readonly sinceMs: number;
}

interface Rule extends TimedScript {
  readonly matches: (pod: ScriptedPod) => boolean;
}

const ready: TimedScript = { script: PodScript.ready(), sinceMs: 0 };
const succeed: TimedScript = { script: PodScript.succeed(), sinceMs: 0 };

/** The scripts of the pods of an {@link EmbeddedCluster}. */
export class PodScripts {
  readonly #clock: Clock;
  readonly #changed: () => void;
  readonly #rules: Rule[] = [];

  /** @internal */
  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  /**
   * Gives pods a script, also those that run already. Of several scripts for a pod, the latest counts. Without one, pods of
   * Jobs succeed at once, and other pods are ready at once.
   *
   * @param matches - true for the pods of the script
   */
  script(matches: (pod: ScriptedPod) => boolean, script: PodScript): void {
    this.#rules.unshift({ matches, script, sinceMs: this.#clock.now() });
    this.#changed();
  }

  /**
   * Returns the script of a pod.
   *
   * @internal
   */
  of(object: JsonObject): TimedScript {
    const [namespace, name, labels] = [
      metadataText(object, 'namespace'),
      metadataText(object, 'name'),
      labelsOf(object),
    ];
    const found = this.#rules.find(({ matches }) => matches({ namespace, name, labels, object }));
    return found ?? (controllerReferenceOf(object)?.kind === 'Job' ? succeed : ready);
  }
}
