import { type ResourceDefinition, UnseenKindError } from '../../../api/index.ts';
import { failureCauseOf } from '../status/failure-cause.ts';
import type { FailureCause } from '../status/standard-conditions.ts';

/** The results of the author's callbacks in one reconcile, as far as the objects that they read can be seen. */
export class Answers {
  readonly #kind: ResourceDefinition;
  #failureCause: FailureCause | undefined;

  constructor(kind: ResourceDefinition) {
    this.#kind = kind;
  }

  /** The reason why a callback has given no result; undefined if each has given one. */
  get failureCause(): FailureCause | undefined {
    return this.#failureCause;
  }

  /**
   * Returns the result of a callback; undefined if it has asked for a kind that can't be seen.
   *
   * @throws any other error of the callback.
   */
  async of<Answer>(callback: () => Answer | Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await callback();
    } catch (error) {
      if (!UnseenKindError.is(error)) throw error;
      this.#failureCause ??= failureCauseOf(error, this.#kind);
      return undefined;
    }
  }
}
