import { BudgetError } from '../evaluation-error.ts';

/** What API servers allow one expression. @see k8s.io/apiserver/pkg/apis/cel, config.go */
export const perCallLimit = 1_000_000;

/** What they allow all rules of one object together. */
export const objectBudget = 10_000_000;

/**
 * Steps of this process: one for each call, and those that the cost model doesn't count, such as comparing what is inside
 * of two lists. They take about 25 ms, for which a webhook server answers no other request; rules of usual definitions take
 * a few hundred. A rule at the API server's own limit takes 1,200,000: it is left to the API server.
 */
export const stepLimit = 250_000;

/**
 * Counts what the rules of one object cost, in the API server's units and in steps of this process. Callers charge before
 * they work or allocate. Where the API server's cost isn't known exactly, more is charged, never less.
 */
export class Meter {
  #costOfRule = 0;
  #cost = 0;
  #steps = 0;

  /** What has been charged for all rules so far. */
  get spent(): { readonly cost: number; readonly steps: number } {
    return { cost: this.#cost, steps: this.#steps };
  }

  /** Each rule has a limit of its own. @throws BudgetError if nothing is left for it. */
  startRule(): void {
    this.#costOfRule = 0;
    this.charge(0);
  }

  /** @throws BudgetError beyond the limits, from then on at each call. */
  charge(cost: number, steps = 0): void {
    this.#costOfRule += cost;
    this.#cost += cost;
    this.#steps += 1 + steps;
    if (this.#costOfRule > perCallLimit) throw new BudgetError(`it costs more than ${perCallLimit}`);
    if (this.#cost > objectBudget) throw new BudgetError(`all rules together cost more than ${objectBudget}`);
    if (this.#steps > stepLimit) throw new BudgetError(`it takes more than ${stepLimit} steps`);
  }
}
