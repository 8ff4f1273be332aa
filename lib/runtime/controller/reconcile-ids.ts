import { randomUUID } from 'node:crypto';

/**
 * The ids of the running reconciles: `reconcileID` in each of their log lines, as in controller-runtime.
 *
 * A key has one reconcile at a time, so the key finds its id. An id is created when it is first requested: a reconcile
 * that logs nothing costs none.
 */
export class ReconcileIds {
  readonly #ids = new Map<string, string>();

  /** Returns the id of the running reconcile of a key. */
  of(key: string): string {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = randomUUID();
    this.#ids.set(key, id);
    return id;
  }

  /** Notes that the reconcile of a key has ended. */
  endReconcile(key: string): void {
    this.#ids.delete(key);
  }
}
