// In: an expression of cel-go, and the sizes that its schema allows. Out: its maximum cost. Called for each rule of a
// definition. It follows github.com/google/cel-go, checker/cost.go, step by step, since the API server refuses rules by
// that result, even where paths share memory like Go's slices.

import type { CelType } from '../cel-type.ts';
import { callEstimate, type SizedCall } from './call-estimate.ts';
import { accumulator, type CheckedCall, type CheckedExpression, type Fold } from './checked-expression.ts';
import type { DeclaredSize } from './declared-size.ts';
import { type Path, pathSteps, pathWithStep, variablePath } from './path.ts';
import { exactRange, type Range, rangeProduct, rangeSum, rangeUnion, unknownRange } from './range.ts';
import { listCost, mapCost } from './unit-cost.ts';

/** The sizes of the entries of a list or a map. */
interface EntrySize {
  readonly container: 'list' | 'map';
  readonly key: Range;
  readonly value: Range;
}

interface Local {
  readonly path: Path | undefined;
  readonly size: Range | undefined;
  readonly entry: EntrySize | undefined;
}

/** Returns the maximum cost of an expression over a value of that size. */
export function costEstimate(expression: CheckedExpression, root: DeclaredSize): number {
  return new Estimation(root).cost(expression).max;
}

class Estimation {
  readonly #root: DeclaredSize;
  readonly #paths = new Map<CheckedExpression, Path | undefined>();
  readonly #sizes = new Map<CheckedExpression, Range>();
  readonly #entries = new Map<CheckedExpression, EntrySize>();
  readonly #locals = new Map<string, Local[]>();

  constructor(root: DeclaredSize) {
    this.#root = root;
  }

  cost(expression: CheckedExpression): Range {
    switch (expression.op) {
      case 'literal':
        return exactRange(0);
      case 'name': {
        const local = this.#local(expression.name);
        this.#paths.set(expression, local === undefined ? variablePath(expression.name) : local.path);
        return exactRange(1);
      }
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
        this.#push(expression.name, this.#localOf(expression.value));
        const whole = rangeSum(cost, this.cost(expression.result));
        this.#pop(expression.name);
        this.#copySizes(expression, expression.result);
        return whole;
      }
    }
  }

  #selection(expression: Extract<CheckedExpression, { op: 'select' }>): Range {
    const { operand, field, isTest } = expression;
    const cost = this.cost(operand);
    if (isTest) return cost;
    this.#paths.set(expression, pathWithStep(this.#path(operand), field));
    return ['map', 'object', ...kubernetesObjects].includes(operand.type.kind) ? rangeSum(cost, exactRange(1)) : cost;
  }

  #list(expression: CheckedExpression, items: readonly CheckedExpression[]): Range {
    const costs = items.map((item) => this.cost(item));
    const value = this.#unionOfSizes(items);
    this.#entries.set(expression, { container: 'list', key: exactRange(1), value });
    return rangeSum(...costs, exactRange(listCost));
  }

  #map(expression: CheckedExpression, entries: readonly (readonly [CheckedExpression, CheckedExpression])[]): Range {
    const costs = entries.flat().map((part) => this.cost(part));
    const key = this.#unionOfSizes(entries.map(([name]) => name));
    const value = this.#unionOfSizes(entries.map(([, content]) => content));
    this.#entries.set(expression, { container: 'map', key, value });
    return rangeSum(...costs, exactRange(mapCost));
  }

  #unionOfSizes(parts: readonly CheckedExpression[]): Range {
    const [first, ...others] = parts.map((part) => this.#sizeOrUnknown(part));
    return others.reduce(rangeUnion, first ?? exactRange(0));
  }

  #fold(expression: CheckedExpression, { range, variables, init, condition, step, result }: Fold): Range {
    const before = [this.cost(range), this.cost(init)];
    this.#push(accumulator, this.#localOf(init));
    const [first = '', second] = variables;
    if (second === undefined) this.#push(first, this.#iterated(range, 'single'));
    else {
      this.#push(first, this.#iterated(range, 'key'));
      this.#push(second, this.#iterated(range, 'value'));
    }
    const each = rangeSum(this.cost(step), this.cost(condition));
    for (const name of variables) this.#pop(name);
    const after = this.cost(result);
    this.#pop(accumulator);
    const count = this.#sizeOrUnknown(range);
    this.#setFoldSize(expression, { init, step, count });
    return rangeSum(...before, after, rangeProduct(count, each));
  }

  #setFoldSize(
    expression: CheckedExpression,
    { init, step, count }: Pick<Fold, 'init' | 'step'> & { readonly count: Range },
  ): void {
    if (init.op === 'literal') {
      const size = this.#size(init);
      if (size !== undefined) this.#sizes.set(expression, size);
      return;
    }
    this.#sizes.set(expression, count);
    const entry = this.#entry(step);
    if (entry !== undefined) this.#entries.set(expression, entry);
  }

  #iterated(range: CheckedExpression, which: 'single' | 'key' | 'value'): Local {
    const entry = this.#entry(range);
    const isList = (entry?.container ?? range.type.kind) === 'list';
    const isValue = which === 'value' || (which === 'single' && isList);
    const step = isValue ? (isList ? '@items' : '@values') : isList ? '@indices' : '@keys';
    const path = pathWithStep(this.#path(range), step);
    return { path, size: isValue ? entry?.value : entry?.key, entry: undefined };
  }

  #call(expression: CheckedExpression, call: CheckedCall): Range {
    const { name, args, target, overloads } = call;
    const [first] = args;
    if (name === 'dyn' && first !== undefined) {
      const cost = rangeSum(exactRange(1), this.cost(first));
      this.#copySizes(expression, first);
      return cost;
    }
    // The sizes are read before later siblings change the paths, as in cel-go.
    const known = args.map((arg) => ({ cost: this.cost(arg), sized: this.#sized(arg) }));
    const argCosts = known.map(({ cost }) => cost);
    const targetCost = target === undefined ? exactRange(0) : this.cost(target);
    const sized: Omit<SizedCall, 'overload'> = {
      name,
      args: known.map((arg) => arg.sized),
      argCosts,
      ...(target !== undefined && { target: this.#sized(target) }),
    };
    let cost: Range | undefined;
    let size: Range | undefined;
    for (const overload of overloads) {
      const estimate = callEstimate({ ...sized, overload });
      cost = cost === undefined ? estimate.cost : rangeUnion(cost, estimate.cost);
      if (estimate.size !== undefined) size = size === undefined ? estimate.size : rangeUnion(size, estimate.size);
      this.#setEntrySizeOfCall(expression, name, args, overload.parameters);
      const container = name === '[]' ? overload.parameters[0]?.kind : undefined;
      if (first !== undefined && (container === 'list' || container === 'map')) {
        size = this.#entry(first)?.value;
        this.#paths.set(expression, pathWithStep(this.#path(first), container === 'list' ? '@items' : '@values'));
      }
      size ??= this.#size(expression);
    }
    if (size !== undefined) this.#sizes.set(expression, size);
    return rangeSum(targetCost, cost ?? exactRange(0));
  }

  #setEntrySizeOfCall(
    expression: CheckedExpression,
    name: string,
    args: readonly CheckedExpression[],
    parameters: readonly CelType[],
  ): void {
    const isSum = name === '+' && ['string', 'bytes', 'list'].includes(parameters[0]?.kind ?? '');
    const [one, other] = name === '?:' ? args.slice(1) : isSum ? args : [];
    const left = one && this.#entry(one);
    const right = other && this.#entry(other);
    if (left === undefined || right === undefined) return;
    this.#entries.set(expression, {
      container: left.container,
      key: rangeUnion(left.key, right.key),
      value: rangeUnion(left.value, right.value),
    });
  }

  #sized(expression: CheckedExpression): SizedCall['args'][number] {
    const path = this.#path(expression);
    const own = path !== undefined && pathSteps(path)[0] === accumulator ? undefined : path;
    const { type } = expression;
    return {
      type,
      size: this.#size(expression),
      literal: expression.op === 'literal' ? expression.value : undefined,
      // Read when the call is estimated, like the slice in cel-go.
      declared: () => this.#declared(own),
      declaredItem: () =>
        own === undefined ? undefined : declaredSizeRange(this.#root, [...pathSteps(own), '@items']),
    };
  }

  #declared(path: Path | undefined): Range | undefined {
    return path === undefined ? undefined : declaredSizeRange(this.#root, pathSteps(path));
  }

  #path(expression: CheckedExpression): Path | undefined {
    const local = expression.op === 'name' ? this.#local(expression.name) : undefined;
    return local === undefined ? this.#paths.get(expression) : local.path;
  }

  #size(expression: CheckedExpression): Range | undefined {
    const computed = this.#sizes.get(expression) ?? literalSize(expression);
    if (computed !== undefined) return computed;
    const declared = this.#declared(this.#path(expression));
    if (declared !== undefined) {
      this.#sizes.set(expression, declared);
      return declared;
    }
    if (isScalarType(expression.type)) return exactRange(1);
    return expression.op === 'name' ? this.#local(expression.name)?.size : undefined;
  }

  #sizeOrUnknown(expression: CheckedExpression): Range {
    return this.#size(expression) ?? unknownRange;
  }

  #entry(expression: CheckedExpression): EntrySize | undefined {
    const own = this.#entries.get(expression);
    return own ?? (expression.op === 'name' ? this.#local(expression.name)?.entry : undefined);
  }

  #copySizes(to: CheckedExpression, from: CheckedExpression): void {
    const size = this.#size(from);
    const entry = this.#entry(from);
    if (size !== undefined) this.#sizes.set(to, size);
    if (entry !== undefined) this.#entries.set(to, entry);
  }

  #localOf(expression: CheckedExpression): Local {
    return { path: this.#path(expression), size: this.#size(expression), entry: this.#entry(expression) };
  }

  #local(name: string): Local | undefined {
    return this.#locals.get(name)?.at(-1);
  }

  #push(name: string, local: Local): void {
    this.#locals.set(name, [...(this.#locals.get(name) ?? []), local]);
  }

  #pop(name: string): void {
    this.#locals.set(name, (this.#locals.get(name) ?? []).slice(0, -1));
  }
}

/** Kubernetes' own types that are objects in cel-go. */
const kubernetesObjects: readonly string[] = ['quantity', 'semver', 'url', 'format'];

/** Returns the size at the end of a path; its first step is a variable, which stands for the whole value. */
function declaredSizeRange(root: DeclaredSize, path: readonly string[]): Range | undefined {
  let place: DeclaredSize | undefined = root;
  for (const name of path.slice(1)) {
    if (name === '@items' || name === '@values') place = place.item;
    else place = name === '@keys' ? place.key : place.fields?.get(name);
    if (place === undefined) return undefined;
  }
  return { min: 0, max: place.most };
}

function literalSize(expression: CheckedExpression): Range | undefined {
  switch (expression.op) {
    case 'literal':
      if (typeof expression.value === 'string') return exactRange([...expression.value].length);
      return exactRange(expression.value instanceof Uint8Array ? expression.value.length : 1);
    case 'list':
      return exactRange(expression.items.length);
    case 'map':
      return exactRange(expression.entries.length);
    default:
      return undefined;
  }
}

function isScalarType(type: CelType): boolean {
  if (type.kind === 'optional') return isScalarType(type.value);
  return ['bool', 'double', 'duration', 'int', 'timestamp'].includes(type.kind);
}
