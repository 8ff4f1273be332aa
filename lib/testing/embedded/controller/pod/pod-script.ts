/** The course that a script gives to the containers of a pod, of which nothing runs. */
export type PodEnd =
  | { readonly kind: 'runs'; readonly readyAfterMs: number }
  | { readonly kind: 'exits'; readonly afterMs: number; readonly exitCode: number };

/** Options of all scripts. */
export interface PodScriptOptions {
  /** The lines that `pods/log` returns. @default one line that says that nothing runs */
  readonly log?: readonly string[];
  /** The text that an ending container writes to `/dev/termination-log`, in its status. @default none */
  readonly terminationMessage?: string;
  /** The time between the deletion of the pod and its end; at most the grace period. @default 0 */
  readonly stopsAfterMs?: number;
}

/**
 * A script of the simulated course of a pod's containers. Times are those of the cluster's clock, and begin with the
 * start of the containers, or with the script if that comes later.
 *
 * @example
 * await using cluster = await EmbeddedCluster.start({ clock: new ManualClock() });
 * cluster.pods.script(({ labels }) => labels.app === 'cart', PodScript.ready({ afterMs: 5_000 }));
 * cluster.pods.script(({ name }) => name === 'db-0', PodScript.fail({ exitCode: 3, log: ['no such table'] }));
 */
export class PodScript {
  /** @internal */
  readonly end: PodEnd;
  /** @internal */
  readonly options: PodScriptOptions;

  private constructor(end: PodEnd, options: PodScriptOptions) {
    this.end = end;
    this.options = options;
  }

  /** Runs until it is deleted, and is ready. @param options - `afterMs` defaults to 0: the pod is ready at once. */
  static ready({ afterMs = 0, ...options }: PodScriptOptions & { readonly afterMs?: number } = {}): PodScript {
    return new PodScript({ kind: 'runs', readyAfterMs: afterMs }, options);
  }

  /** Runs, but is never ready. */
  static neverReady(options: PodScriptOptions = {}): PodScript {
    return new PodScript({ kind: 'runs', readyAfterMs: Number.POSITIVE_INFINITY }, options);
  }

  /** Ends without an error. A pod whose restart policy is Always starts its containers again, after a pause that grows. */
  static succeed({ afterMs = 0, ...options }: PodScriptOptions & { readonly afterMs?: number } = {}): PodScript {
    return new PodScript({ kind: 'exits', afterMs, exitCode: 0 }, options);
  }

  /**
   * Ends with an exit code. Containers crash in a loop, with the kubelet's back-off from 10 s to 5 min, unless the pod's
   * restart policy is Never.
   *
   * @param options - `exitCode` defaults to 1, `afterMs` to 0
   */
  static fail({
    exitCode = 1,
    afterMs = 0,
    ...options
  }: PodScriptOptions & { readonly exitCode?: number; readonly afterMs?: number } = {}): PodScript {
    return new PodScript({ kind: 'exits', afterMs, exitCode }, options);
  }
}
