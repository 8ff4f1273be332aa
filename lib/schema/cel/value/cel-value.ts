import { jsonWeight } from '../../json-equality.ts';
import { EvaluationError, type UnevaluableError } from '../expression-error.ts';
import type { Address } from './address.ts';
import type { DecisionValue, GroupCheck, PathCheck, ResourceCheck, RightAuthorizer } from './authorization.ts';
import type { IpNetwork } from './ip-network.ts';
import type { QuantityValue } from './quantity-value.ts';
import type { SemanticVersion } from './semantic-version.ts';
import type { Span, Timestamp } from './time.ts';
import type { Url } from './url.ts';

/** The value of an expression: `bigint` is CEL's int, `number` its double. */
export type CelValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | DecisionValue
  | Address
  | CelList
  | CelMap
  | FormatValue
  | GroupCheck
  | IpNetwork
  | MessageValue
  | OptionalValue
  | OpaqueValue
  | PathCheck
  | QuantityValue
  | ResourceCheck
  | RightAuthorizer
  | SemanticVersion
  | Span
  | Timestamp
  | TypeValue
  | UnreadableValue
  | Url;

/** The keys of maps. */
export type Key = string | bigint | boolean;

/** A list. The items of sets and of lists with keys have no order. */
export class CelList {
  readonly items: readonly CelValue[];
  /** The identity of items: their index, their value, or the values of these fields. */
  readonly identity: 'place' | 'value' | readonly string[];
  #weight: number | undefined;

  constructor(items: readonly CelValue[], identity: CelList['identity'] = 'place') {
    this.items = items;
    this.identity = identity;
  }

  /** Number of steps to compare the list; items without an order are compared with each other. */
  get weight(): number {
    this.#weight ??= this.items.reduce<number>((sum, item) => sum + valueWeight(item), 1);
    return this.identity === 'place' ? this.#weight : this.#weight * Math.max(1, this.items.length);
  }
}

/** A map, or an object with field names of CEL. */
export class CelMap {
  readonly entries: ReadonlyMap<Key, CelValue>;
  /** Number of fields, those included that are null, which rules treat as absent. */
  readonly size: number;
  #weight: number | undefined;

  constructor(entries: ReadonlyMap<Key, CelValue>, size = entries.size) {
    this.entries = entries;
    this.size = size;
  }

  /**
   * Returns the value of a key; undefined if it is absent.
   *
   * @throws EvaluationError for a text that can't be parsed by its format: API servers parse it even for its presence.
   */
  at(key: Key): CelValue | undefined {
    const value = this.entries.get(key);
    if (value instanceof UnreadableValue && value.error instanceof EvaluationError) throw value.error;
    return value;
  }

  /** Number of steps to compare the map. */
  get weight(): number {
    this.#weight ??= [...this.entries.values()].reduce<number>((sum, value) => sum + 1 + valueWeight(value), 1);
    return this.#weight;
  }
}

/** A value of an expression that the expression constructs as an object, such as `Object.spec{replicas: 1}`. */
export class MessageValue {
  readonly name: string;
  readonly fields: ReadonlyMap<string, CelValue>;

  constructor(name: string, fields: ReadonlyMap<string, CelValue>) {
    this.name = name;
    this.fields = fields;
  }

  /** Number of steps to read the object. */
  get weight(): number {
    return [...this.fields.values()].reduce<number>((sum, value) => sum + 1 + valueWeight(value), 1);
  }
}

/** A value of an expression that may be absent; `undefined` stands for an empty optional. */
export class OptionalValue {
  readonly value: CelValue | undefined;

  constructor(value?: CelValue) {
    this.value = value;
  }
}

/** A type as the value of an expression: the result of `type(x)`. */
export class TypeValue {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A named format of strings as the value of an expression. */
export class FormatValue {
  readonly name: string;
  readonly isValid: (text: string) => boolean;

  constructor(name: string, isValid: (text: string) => boolean) {
    this.name = name;
    this.isValid = isValid;
  }
}

/** A value of an expression that has no schema: it can be compared as a whole only. */
export class OpaqueValue {
  readonly json: unknown;
  /** The reason why other operations fail. */
  readonly reason: string;
  #weight: number | undefined;

  constructor(json: unknown, reason = "rules can't read values without a schema") {
    this.json = json;
    this.reason = reason;
  }

  /** Number of steps to compare the value. */
  get weight(): number {
    this.#weight ??= jsonWeight(this.json);
    return this.#weight;
  }
}

/** A value of an expression that can't be read: every operation that reads it fails with the error. */
export class UnreadableValue {
  readonly error: EvaluationError | UnevaluableError;

  constructor(error: EvaluationError | UnevaluableError) {
    this.error = error;
  }
}

/** Returns the steps to read or compare a value of an expression: one for each part, and for every ten characters. */
export function valueWeight(value: CelValue): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return 1 + value.length / 10;
  const isWhole = value instanceof CelList || value instanceof CelMap || value instanceof MessageValue;
  if (isWhole || value instanceof OpaqueValue) return value.weight;
  return value instanceof OptionalValue && value.value !== undefined ? valueWeight(value.value) : 1;
}

/**
 * Returns a value as the key of a map.
 *
 * @throws EvaluationError for a value that can't be a key, or the error of a value that can't be read.
 */
export function mapKey(value: CelValue): Key {
  if (typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean') return value;
  if (value instanceof UnreadableValue) throw value.error;
  throw new EvaluationError('unsupported key type');
}
