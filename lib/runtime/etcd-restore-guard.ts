// In: resource versions that an API server shows though it has shown later ones. Out: the end of the process. Created
// by the manager; watches and elections report to it.

import { untilAborted, whenAborted } from '../clock/index.ts';
import { brandedError } from '../error/index.ts';

/** The API server shows an older state than before: etcd was restored from a backup. */
export class ClusterRestoredError extends brandedError('ClusterRestoredError') {
  readonly code = 'cluster-restored';

  /**
   * @param subject - the object or kind of the versions: `Lease system/memcached-operator`, `ConfigMap.v1`.
   * @param seen - the resource version that the API server has shown before.
   * @param shown - the lower one that it shows now.
   */
  constructor(subject: string, seen: string, shown: string) {
    super(
      `the resource versions of ${subject} went back from ${seen} to ${shown}, as after a restore of etcd: ` +
        'this process ends and forgets what it has seen; its next start lists all objects again',
    );
  }
}

/**
 * Ends the process when the resource versions of the cluster go back.
 *
 * After a restore, a watch that resumes from a later version gets no event. The process's memory (caches, its own
 * writes, limits) is of objects that may never have existed. A new process knows the restored state only.
 */
export class EtcdRestoreGuard {
  readonly name = 'restore guard';
  readonly #restored = new AbortController();

  /** Reports that versions went back, by the parameters of {@link ClusterRestoredError}. The first report counts. */
  report(subject: string, seen: string, shown: string): void {
    if (!this.#restored.signal.aborted) this.#restored.abort(new ClusterRestoredError(subject, seen, shown));
  }

  /** @throws ClusterRestoredError once versions went back. */
  async run(signal: AbortSignal): Promise<void> {
    await untilAborted(whenAborted(this.#restored.signal), signal);
    this.#restored.signal.throwIfAborted();
  }
}
