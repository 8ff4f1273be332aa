import { isDeepStrictEqual } from 'node:util';
import { canonicalJson, isJsonObject, type JsonObject, jsonCopy } from '../../api/index.ts';
import { ownField } from '../../schema/index.ts';

/**
 * An author's change of a value. Both values are parsed by the definition, with defaults and without unknown fields.
 */
export interface ValueChange {
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Applies an author's change to the value that was sent. Unchanged parts stay as sent: unknown fields are kept,
 * defaults aren't added.
 *
 * Items of a list are matched by content, or by index if the list has the same length.
 */
export function mergedValue(sent: unknown, { before, after }: ValueChange): unknown {
  if (isDeepStrictEqual(before, after)) return sent;
  if (isJsonObject(sent) && isJsonObject(before) && isJsonObject(after)) return mergedObject(sent, { before, after });
  if (Array.isArray(sent) && Array.isArray(before) && Array.isArray(after)) return mergedList(sent, { before, after });
  return after;
}

interface Change<Value> {
  readonly before: Value;
  readonly after: Value;
}

function mergedObject(sent: JsonObject, { before, after }: Change<JsonObject>): Record<string, unknown> {
  const removed = new Set(Object.keys(before).filter((field) => ownField(after, field) === undefined));
  const kept = Object.entries(sent).filter(([field]) => !removed.has(field));
  const changed = Object.entries(after).flatMap(([field, value]) => {
    const merged = mergedValue(ownField(sent, field), { before: ownField(before, field), after: value });
    return merged === undefined ? [] : [[field, merged] as const];
  });
  return Object.fromEntries([...kept, ...changed]);
}

function mergedList(sent: readonly unknown[], { before, after }: Change<readonly unknown[]>): unknown[] {
  const places = new Map<string, number>();
  for (const [index, known] of before.entries()) {
    const text = canonicalJson(jsonCopy(known));
    if (!places.has(text)) places.set(text, index);
  }
  return after.map((item, index) => {
    const place = places.get(canonicalJson(jsonCopy(item)));
    if (place !== undefined) return sent[place];
    return before.length === after.length ? mergedValue(sent[index], { before: before[index], after: item }) : item;
  });
}
