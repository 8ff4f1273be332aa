import { brandedError } from '../../../error/index.ts';

/** The API server's cost limit of one expression. @see k8s.io/apiserver/pkg/apis/cel, config.go */
export const perCallLimit = 1_000_000;

/** The API server's cost limit of all rules of one object together. */
export const objectBudget = 10_000_000;

/**
 * Limit of steps in this process: one for each call, and those that the cost model doesn't count, such as comparisons
 * inside of two lists. They take about 25 ms, in which a webhook server answers no other request; rules of usual
 * definitions take a few hundred. A rule at the API server's own limit takes 1,200,000: only the API server evaluates
 * it.
 */
export const stepLimit = 250_000;

/**
 * Counts the cost of the rules of one object, in the API server's units and in steps of this process. Callers charge
 * before they work or allocate. If the API server's exact cost is unknown, callers charge more, never less.
 */
export class Meter {
  #costOfRule = 0;
  #cost = 0;
  #steps = 0;

  /** The charges of all rules so far. */
  get spent(): { readonly cost: number; readonly steps: number } {
    return { cost: this.#cost, steps: this.#steps };
  }

  /** Begins the limit of the next rule. @throws BudgetError if the object's budget is used up. */
  startRule(): void {
    this.#costOfRule = 0;
    this.charge(0);
  }

  /** @throws BudgetError beyond the limits, and then at each further call. */
  charge(cost: number, steps = 0): void {
    this.#costOfRule += cost;
    this.#cost += cost;
    this.#steps += 1 + steps;
    if (this.#costOfRule > perCallLimit) throw new BudgetError(`it costs more than ${perCallLimit}`);
    if (this.#cost > objectBudget) throw new BudgetError(`all rules together cost more than ${objectBudget}`);
    if (this.#steps > stepLimit) throw new BudgetError(`it takes more than ${stepLimit} steps`);
  }
}

/** Thrown by a meter if an evaluation exceeds its budget. It ends at once, whatever the rest of the expression says. */
export class BudgetError extends brandedError('BudgetError') {
  readonly code = 'budget-exceeded';
}
