import { type ResourceDefinition, UnseenKindError } from '../../api/index.ts';
import { failureCauseOf } from './failure-cause.ts';
import type { FailureCause } from './standard-conditions.ts';

/** What the author's callbacks say in one pass, as far as they can see what they go by. */
export class Answers {
  readonly #kind: ResourceDefinition;
  #failureCause: FailureCause | undefined;

  constructor(kind: ResourceDefinition) {
    this.#kind = kind;
  }

  /** Why a callback has had no answer; undefined if each has had one. */
  get failureCause(): FailureCause | undefined {
    return this.#failureCause;
  }

  /** What a callback says; undefined if it has asked for a kind that can't be seen. @throws whatever else it throws. */
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
