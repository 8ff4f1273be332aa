import { readFileSync } from 'node:fs';
import type { JsonObject, JsonValue } from '../../../api/index.ts';

/** The defaults that `.config/built-in-data.ts` has learned from a real API server. */
export interface DefaultData {
  /** Definition → the values of absent fields; they belong to the client that omits them. */
  readonly defaults: Readonly<Record<string, JsonObject>>;
  /** Definition → the values that Go writes for absent fields; no client owns them. */
  readonly zeros: Readonly<Record<string, JsonObject>>;
  /** Definition → the fields that Go doesn't write, though the definition has a default for them. */
  readonly omitted: Readonly<Record<string, readonly string[]>>;
  /** Definition of a kind → the status of a new object. */
  readonly statuses: Readonly<Record<string, JsonValue>>;
  /** The definitions of the kinds whose objects have a generation. */
  readonly counted: readonly string[];
}

let data: DefaultData | undefined;

/** Returns the defaults of built-in kinds; read when first used. */
export function builtInDefaults(): DefaultData {
  data ??= JSON.parse(readFileSync(new URL('defaults.json', import.meta.url), 'utf8')) as DefaultData;
  return data;
}
