// In: an expression of cel-go, and the sizes that its schema allows. Out: its maximum cost. Called for each rule of a
// definition. It follows github.com/google/cel-go, checker/cost.go, step by step, since the API server refuses rules by
// that result, even where paths share memory like Go's slices.

import { callEstimate } from './call-estimate.ts';
import type { CheckedCall, CheckedExpression, Fold } from './checked-tree.ts';
import type { DeclaredSize } from './declared-size.ts';
import { type EntrySize, KnownSizes } from './known-size.ts';
import { accumulator } from './macro-expansion.ts';
import { exactRange, type Range, rangeProduct, rangeSum, rangeUnion } from './range.ts';
import { listCost, mapCost } from './unit-cost.ts';

/** Returns the maximum cost of an expression over a value of that size. */
export function costEstimate(expression: CheckedExpression, root: DeclaredSize): number {
  return new Estimation(root).cost(expression).max;
}

class Estimation {
  readonly #known: KnownSizes;

  constructor(root: DeclaredSize) {
    this.#known = new KnownSizes(root);
  }

  cost(expression: CheckedExpression): Range {
    switch (expression.op) {
      case 'literal':
        return exactRange(0);
      case 'name':
        this.#known.setNamePath(expression, expression.name);
        return exactRange(1);
      case 'select':
        return this.#selection(expression);
      case 'call':
        return this.#call(expression, expression);
      case 'list':
        return this.#list(expression, expression.items);
      case 'map':
        return this.#map(expression, expression.entries);
      case 'fold':
        return this.#fold(expression, expression);
      case 'bind': {
        const cost = rangeSum(exactRange(listCost), this.cost(expression.value));
        this.#known.push(expression.name, this.#known.localOf(expression.value));
        const whole = rangeSum(cost, this.cost(expression.result));
        this.#known.pop(expression.name);
        this.#known.copy(expression, expression.result);
        return whole;
      }
    }
  }

  #selection(expression: Extract<CheckedExpression, { op: 'select' }>): Range {
    const { operand, field, isTest } = expression;
    const cost = this.cost(operand);
    if (isTest) return cost;
    this.#known.setInnerPath(expression, operand, field);
    return ['map', 'object', ...kubernetesObjects].includes(operand.type.kind) ? rangeSum(cost, exactRange(1)) : cost;
  }

  #list(expression: CheckedExpression, items: readonly CheckedExpression[]): Range {
    const costs = items.map((item) => this.cost(item));
    this.#known.setEntry(expression, { container: 'list', key: exactRange(1), value: this.#known.union(items) });
    return rangeSum(...costs, exactRange(listCost));
  }

  #map(expression: CheckedExpression, entries: readonly (readonly [CheckedExpression, CheckedExpression])[]): Range {
    const costs = entries.flat().map((part) => this.cost(part));
    const key = this.#known.union(entries.map(([name]) => name));
    const value = this.#known.union(entries.map(([, content]) => content));
    this.#known.setEntry(expression, { container: 'map', key, value });
    return rangeSum(...costs, exactRange(mapCost));
  }

  #fold(expression: CheckedExpression, { range, variables, init, condition, step, result }: Fold): Range {
    const known = this.#known;
    const before = [this.cost(range), this.cost(init)];
    known.push(accumulator, known.localOf(init));
    const [first = '', second] = variables;
    known.push(first, known.iterated(range, second === undefined ? 'single' : 'key'));
    if (second !== undefined) known.push(second, known.iterated(range, 'value'));
    const each = rangeSum(this.cost(step), this.cost(condition));
    for (const name of variables) known.pop(name);
    const after = this.cost(result);
    known.pop(accumulator);
    const count = known.sizeOrUnknown(range);
    known.setSize(expression, init.op === 'literal' ? known.size(init) : count);
    if (init.op !== 'literal') known.setEntry(expression, known.entry(step));
    return rangeSum(...before, after, rangeProduct(count, each));
  }

  #call(expression: CheckedExpression, { name, args, target, overloads }: CheckedCall): Range {
    const known = this.#known;
    const [first] = args;
    if (name === 'dyn' && first !== undefined) {
      const cost = rangeSum(exactRange(1), this.cost(first));
      known.copy(expression, first);
      return cost;
    }
    // The sizes are read before later siblings change the paths, as in cel-go.
    const parts = args.map((arg) => ({ cost: this.cost(arg), sized: known.sized(arg) }));
    const argCosts = parts.map(({ cost }) => cost);
    const targetCost = target === undefined ? exactRange(0) : this.cost(target);
    const sized = { name, args: parts.map((part) => part.sized), argCosts };
    const call = target === undefined ? sized : { ...sized, target: known.sized(target) };
    let cost: Range | undefined;
    let size: Range | undefined;
    for (const overload of overloads) {
      const estimate = callEstimate({ ...call, overload });
      cost = cost === undefined ? estimate.cost : rangeUnion(cost, estimate.cost);
      if (estimate.size !== undefined) size = size === undefined ? estimate.size : rangeUnion(size, estimate.size);
      known.setEntry(expression, this.#joinedEntry(name, args, overload.parameters));
      const container = name === '[]' ? overload.parameters[0]?.kind : undefined;
      if (first !== undefined && (container === 'list' || container === 'map')) {
        size = known.entry(first)?.value;
        known.setInnerPath(expression, first, container === 'list' ? '@items' : '@values');
      }
      size ??= known.size(expression);
    }
    known.setSize(expression, size);
    return rangeSum(targetCost, cost ?? exactRange(0));
  }

  /** Returns the entries of a choice or a concatenation: those of both sides. */
  #joinedEntry(
    name: string,
    args: readonly CheckedExpression[],
    [parameter]: CheckedCall['overloads'][number]['parameters'],
  ): EntrySize | undefined {
    const isSum = name === '+' && ['string', 'bytes', 'list'].includes(parameter?.kind ?? '');
    const [one, other] = name === '?:' ? args.slice(1) : isSum ? args : [];
    const left = one && this.#known.entry(one);
    const right = other && this.#known.entry(other);
    if (left === undefined || right === undefined) return undefined;
    const { container } = left;
    return { container, key: rangeUnion(left.key, right.key), value: rangeUnion(left.value, right.value) };
  }
}

/** Kubernetes' own types that are objects in cel-go. */
const kubernetesObjects: readonly string[] = ['quantity', 'semver', 'url', 'format'];
