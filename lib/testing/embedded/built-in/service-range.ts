// In: the stored Services. Out: addresses and ports on nodes that none of them has. Read when a Service is written.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { metadataFields } from '../../../built-in/index.ts';
import { getOrMake, objectsAt, scalarText } from '../../../schema/index.ts';
import type { StoredObjects } from '../store/object-storage.ts';
import { ValueIndex } from '../store/value-index.ts';

/** The values that Services of one cluster get. */
export interface ServiceRanges {
  readonly addresses: FreeRange<string>;
  readonly ports: FreeRange<number>;
}

const known = new WeakMap<StoredObjects, ServiceRanges>();

/** Returns the free addresses of 10.96.0.0/16, and the free ports on nodes. */
export function serviceRanges(stored: StoredObjects): ServiceRanges {
  const used = (values: (spec: JsonObject) => readonly (JsonValue | undefined)[]) =>
    new ValueIndex(stored, '/services', ({ spec }) => (isJsonObject(spec) ? values(spec).map(String) : []));
  return getOrMake(known, stored, () => ({
    addresses: new FreeRange(
      (index) => `10.96.${(index + 1) >> 8}.${(index + 1) & 255}`,
      65_534,
      used(({ clusterIP }) => [clusterIP]),
    ),
    ports: new FreeRange((index) => 30_000 + index, 2768, used(nodePortsOf)),
  }));
}

/** A range whose values are given in turn: a value that is free again comes last. */
class FreeRange<Value extends number | string> {
  readonly #value: (index: number) => Value;
  readonly #size: number;
  readonly #used: ValueIndex;
  #next = 0;

  constructor(value: (index: number) => Value, size: number, used: ValueIndex) {
    this.#value = value;
    this.#size = size;
    this.#used = used;
  }

  /** Returns true if another Service than this one has a value. */
  isTaken(value: JsonValue, uid: JsonValue | undefined): boolean {
    return this.#used.at(scalarText(value)).some((service) => metadataFields(service).uid !== uid);
  }

  /** Returns a value that no Service has, and that isn't taken otherwise; any value if all are in use. */
  take(taken: ReadonlySet<JsonValue | undefined> = new Set()): Value {
    for (let step = 0; step < this.#size; step += 1) {
      const value = this.#value(this.#next);
      this.#next = (this.#next + 1) % this.#size;
      if (this.#used.count(String(value)) === 0 && !taken.has(value)) return value;
    }
    return this.#value(this.#next);
  }
}

/** Returns the ports on nodes that a Service has, also that of its health. */
export function nodePortsOf(spec: JsonObject): readonly (JsonValue | undefined)[] {
  return [spec.healthCheckNodePort, ...objectsAt(spec, 'ports').map(({ nodePort }) => nodePort)];
}
