// In: the costs that an estimation has walked over so far. Out: the paths and sizes of values, as cel-go knows them at
// that moment. Used by the estimation of a rule's cost.

import type { CelType } from '../cel-type.ts';
import type { SizedPart } from './call-estimate.ts';
import type { CheckedExpression } from './checked-tree.ts';
import type { DeclaredSize } from './declared-size.ts';
import { accumulator } from './macro-expansion.ts';
import { exactRange, type Range, rangeUnion, unknownRange } from './range.ts';

/** The sizes of the entries of a list or a map. */
export interface EntrySize {
  readonly container: 'list' | 'map';
  readonly key: Range;
  readonly value: Range;
}

/** The value of a variable. */
export interface Local {
  readonly path: Path | undefined;
  readonly size: Range | undefined;
  readonly entry: EntrySize | undefined;
}

/** The paths and sizes of expressions and variables. */
export class KnownSizes {
  readonly #root: DeclaredSize;
  readonly #paths = new Map<CheckedExpression, Path | undefined>();
  readonly #sizes = new Map<CheckedExpression, Range>();
  readonly #entries = new Map<CheckedExpression, EntrySize>();
  readonly #locals = new Map<string, Local[]>();

  constructor(root: DeclaredSize) {
    this.#root = root;
  }

  /** Sets the path of a name: that of its variable. */
  setNamePath(expression: CheckedExpression, name: string): void {
    const local = this.#local(name);
    this.#paths.set(expression, local === undefined ? variablePath(name) : local.path);
  }

  /** Sets the path of an expression: one step below another one. */
  setInnerPath(expression: CheckedExpression, outer: CheckedExpression, step: string): void {
    this.#paths.set(expression, pathWithStep(this.#path(outer), step));
  }

  setSize(expression: CheckedExpression, size: Range | undefined): void {
    if (size !== undefined) this.#sizes.set(expression, size);
  }

  setEntry(expression: CheckedExpression, entry: EntrySize | undefined): void {
    if (entry !== undefined) this.#entries.set(expression, entry);
  }

  /** Gives an expression the sizes of another one. */
  copy(to: CheckedExpression, from: CheckedExpression): void {
    const [size, entry] = [this.size(from), this.entry(from)];
    this.setSize(to, size);
    this.setEntry(to, entry);
  }

  /** Evaluates with a variable, which hides others of its name. */
  push(name: string, local: Local): void {
    this.#locals.set(name, [...(this.#locals.get(name) ?? []), local]);
  }

  pop(name: string): void {
    this.#locals.set(name, (this.#locals.get(name) ?? []).slice(0, -1));
  }

  /** Returns the variable that an expression is bound to. */
  localOf(expression: CheckedExpression): Local {
    return { path: this.#path(expression), size: this.size(expression), entry: this.entry(expression) };
  }

  /** Returns the variable of a macro over a range: the only one, or that of its keys or values. */
  iterated(range: CheckedExpression, which: 'single' | 'key' | 'value'): Local {
    const entry = this.entry(range);
    const isList = (entry?.container ?? range.type.kind) === 'list';
    const isValue = which === 'value' || (which === 'single' && isList);
    const step = isValue ? (isList ? '@items' : '@values') : isList ? '@indices' : '@keys';
    const path = pathWithStep(this.#path(range), step);
    return { path, size: isValue ? entry?.value : entry?.key, entry: undefined };
  }

  /** Returns the target or an argument of a call, with the sizes that are known now. */
  sized(expression: CheckedExpression): SizedPart {
    const path = this.#path(expression);
    const own = path !== undefined && pathSteps(path)[0] === accumulator ? undefined : path;
    return {
      type: expression.type,
      size: this.size(expression),
      literal: expression.op === 'literal' ? expression.value : undefined,
      // Read when the call is estimated, like the slice in cel-go.
      declared: () => this.#declared(own),
      declaredItem: () => this.#declared(own, '@items'),
    };
  }

  size(expression: CheckedExpression): Range | undefined {
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

  sizeOrUnknown(expression: CheckedExpression): Range {
    return this.size(expression) ?? unknownRange;
  }

  /** Returns the size that includes those of all parts. */
  union(parts: readonly CheckedExpression[]): Range {
    const [first, ...others] = parts.map((part) => this.sizeOrUnknown(part));
    return others.reduce(rangeUnion, first ?? exactRange(0));
  }

  entry(expression: CheckedExpression): EntrySize | undefined {
    const own = this.#entries.get(expression);
    return own ?? (expression.op === 'name' ? this.#local(expression.name)?.entry : undefined);
  }

  #declared(path: Path | undefined, ...steps: readonly string[]): Range | undefined {
    return path === undefined ? undefined : declaredSizeRange(this.#root, [...pathSteps(path), ...steps]);
  }

  #path(expression: CheckedExpression): Path | undefined {
    const local = expression.op === 'name' ? this.#local(expression.name) : undefined;
    return local === undefined ? this.#paths.get(expression) : local.path;
  }

  #local(name: string): Local | undefined {
    return this.#locals.get(name)?.at(-1);
  }
}

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

/**
 * The path of a value in a schema. As with Go's slices, a path that is appended to may share its memory with another
 * and overwrite its last step: cel-go estimates by the overwritten steps.
 */
interface Path {
  readonly memory: string[];
  readonly length: number;
  readonly capacity: number;
}

/** The path of a variable. */
function variablePath(name: string): Path {
  return { memory: [name], length: 1, capacity: 1 };
}

/** Returns a path with one more step. */
function pathWithStep(path: Path | undefined, step: string): Path {
  if (path === undefined) return variablePath(step);
  const { length } = path;
  if (length === path.capacity) {
    return { memory: [...pathSteps(path), step], length: length + 1, capacity: length * 2 };
  }
  path.memory[length] = step;
  return { ...path, length: length + 1 };
}

/** Returns the steps of a path as they are now. */
function pathSteps({ memory, length }: Path): readonly string[] {
  return memory.slice(0, length);
}
