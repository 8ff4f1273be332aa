import { getOrMake } from '../../../schema/index.ts';

/** The calls of one step for one write, of which some are repeated when later steps change the object. */
class Invocations {
  readonly #repeatable = new Set<string>();
  readonly #due = new Set<string>();
  /** The object after the last call, as JSON. */
  output: string | undefined;

  /** Records a call that is repeated if a later one changes the object. */
  addRepeatable(id: string): void {
    this.#repeatable.add(id);
  }

  /** Makes all recorded calls due again. */
  requireAgain(): void {
    for (const id of this.#repeatable) this.#due.add(id);
    this.#repeatable.clear();
  }

  isDue(id: string): boolean {
    return this.#due.has(id);
  }
}

/** The one or two rounds in which the steps change an object. */
export class Reinvocations {
  readonly #invocations = new Map<string, Invocations>();
  isSecond = false;
  needsSecond = false;

  /** Returns the calls of a step. */
  of(step: string): Invocations {
    return getOrMake(this.#invocations, step, () => new Invocations());
  }
}
