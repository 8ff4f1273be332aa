import { RefusedExpressionError } from './expression-error.ts';

/** The static type of an expression. */
export type CelType =
  | { readonly kind: SimpleKind }
  | { readonly kind: 'list'; readonly item: CelType }
  | { readonly kind: 'map'; readonly key: CelType; readonly value: CelType }
  | { readonly kind: 'optional'; readonly value: CelType }
  | ObjectType
  /** An object that an expression constructs, such as `Object.spec`. */
  | { readonly kind: 'message'; readonly name: string }
  | { readonly kind: 'parameter'; readonly name: string };

/** An object with declared fields: name in CEL → type. */
export interface ObjectType {
  readonly kind: 'object';
  readonly fields: ReadonlyMap<string, CelType>;
}

/** The types without parts. */
export type SimpleKind = (typeof simpleKinds)[number];

/** The types of type parameters, found by comparison of arguments with a signature. */
export type Bindings = Map<string, CelType>;

const simpleKinds = [
  'authorizer',
  'bool',
  'bytes',
  'cidr',
  'decision',
  'double',
  'duration',
  'dyn',
  'format',
  'groupCheck',
  'int',
  'ip',
  'null',
  'pathCheck',
  'quantity',
  'resourceCheck',
  'semver',
  'string',
  'timestamp',
  'type',
  'url',
] as const;

/** The types that null is assignable to. */
const nullableKinds: ReadonlySet<CelType['kind']> = new Set([
  'authorizer',
  'cidr',
  'decision',
  'duration',
  'format',
  'groupCheck',
  'ip',
  'message',
  'null',
  'object',
  'optional',
  'pathCheck',
  'quantity',
  'resourceCheck',
  'semver',
  'timestamp',
  'url',
]);

const byName = new Map(simpleKinds.map((kind) => [kind as string, { kind }]));

/** Returns the CEL type of that name without parts. */
export function simpleType(kind: SimpleKind): CelType {
  return { kind };
}

/** The type of expressions whose type is known only at run time. */
export const dyn: CelType = { kind: 'dyn' };

/**
 * Parses a type of a signature, such as `list<string>`, `map<string, A>`, `optional<A>`, `int` or `A`.
 *
 * @throws TypeError if the text is not a type.
 */
export function parseType(text: string): CelType {
  const simple = byName.get(text);
  if (simple !== undefined) return simple;
  if (/^[A-Z]$/.test(text)) return { kind: 'parameter', name: text };
  const [, outer, inner = ''] = /^(list|map|optional)<(.+)>$/.exec(text) ?? [];
  if (outer === 'list') return { kind: 'list', item: parseType(inner) };
  if (outer === 'optional') return { kind: 'optional', value: parseType(inner) };
  const [key, value] = inner.split(/, (.+)/);
  if (outer !== 'map' || key === undefined || value === undefined) throw new TypeError(`unknown type: ${text}`);
  return { kind: 'map', key: parseType(key), value: parseType(value) };
}

/** Returns true if a value of type `actual` is assignable to `declared`; binds the parameters of `declared`. */
export function isAssignable(actual: CelType, declared: CelType, bindings: Bindings): boolean {
  if (declared.kind === 'parameter') return isBindableParameter(actual, declared.name, bindings);
  if (actual.kind === 'dyn' || declared.kind === 'dyn' || actual.kind === 'parameter') return true;
  if (actual.kind === 'null') return nullableKinds.has(declared.kind);
  if (declared.kind === 'null') return nullableKinds.has(actual.kind);
  if (actual.kind === 'list' && declared.kind === 'list') return isAssignable(actual.item, declared.item, bindings);
  if (actual.kind === 'map' && declared.kind === 'map') {
    return isAssignable(actual.key, declared.key, bindings) && isAssignable(actual.value, declared.value, bindings);
  }
  if (actual.kind === 'optional' && declared.kind === 'optional') {
    return isAssignable(actual.value, declared.value, bindings);
  }
  if (actual.kind === 'object' && declared.kind === 'object') return actual.fields === declared.fields;
  if (actual.kind === 'message' && declared.kind === 'message') return actual.name === declared.name;
  return actual.kind === declared.kind;
}

function isBindableParameter(actual: CelType, name: string, bindings: Bindings): boolean {
  const bound = bindings.get(name);
  if (bound === undefined) {
    bindings.set(name, actual);
    return true;
  }
  if (isAssignable(actual, bound, bindings)) return true;
  if (!isAssignable(bound, actual, bindings)) return false;
  bindings.set(name, actual);
  return true;
}

/** Returns a CEL type with its parameters replaced by their bindings; by `dyn` if a parameter has none. */
export function boundType(type: CelType, bindings: Bindings): CelType {
  switch (type.kind) {
    case 'parameter':
      return bindings.get(type.name) ?? dyn;
    case 'list':
      return { kind: 'list', item: boundType(type.item, bindings) };
    case 'map':
      return { kind: 'map', key: boundType(type.key, bindings), value: boundType(type.value, bindings) };
    case 'optional':
      return { kind: 'optional', value: boundType(type.value, bindings) };
    default:
      return type;
  }
}

/** Returns the common CEL type of two types; undefined if CEL doesn't allow the mixture. */
export function commonType(one: CelType, other: CelType): CelType | undefined {
  if (one.kind === 'dyn' || other.kind === 'dyn') return dyn;
  if (isAssignable(other, one, new Map())) return one.kind === 'null' ? other : one;
  return isAssignable(one, other, new Map()) ? other : undefined;
}

/** Returns the common CEL type of the items of a list, which the API server requires. @throws RefusedExpressionError */
export function commonItemType(items: readonly { readonly type: CelType }[]): CelType {
  const [first, ...others] = items.map(({ type }) => type);
  return others.reduce((common, type) => {
    const both = commonType(common, type);
    if (both !== undefined) return both;
    throw new RefusedExpressionError(`a list can't have items of both ${formatType(common)} and ${formatType(type)}`);
  }, first ?? dyn);
}

/** Formats a CEL type for messages. */
export function formatType(type: CelType): string {
  switch (type.kind) {
    case 'list':
      return `list(${formatType(type.item)})`;
    case 'map':
      return `map(${formatType(type.key)}, ${formatType(type.value)})`;
    case 'optional':
      return `optional(${formatType(type.value)})`;
    case 'message':
    case 'parameter':
      return type.name;
    default:
      return type.kind;
  }
}
