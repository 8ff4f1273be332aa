import jsonPatch, { type Operation } from 'fast-json-patch';
import {
  canonicalJson,
  isJsonObject,
  isSameJson,
  type JsonObject,
  jsonCopy,
  type KubernetesObject,
} from '../../api/index.ts';
import { ownField } from '../../schema/index.ts';

/** An author's change of an object; omitted fields stay unchanged. */
export interface ObjectChange {
  readonly spec: ValueChange | undefined;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * Returns the smallest JSON patch for an author's change; empty if nothing changes.
 *
 * @param object - the object as sent by the API server.
 * @see https://www.rfc-editor.org/rfc/rfc6902
 */
export function objectPatch(object: KubernetesObject, { spec, labels, annotations }: ObjectChange): Operation[] {
  const { metadata } = object;
  const changed = {
    metadata: {
      ...pairsField('labels', labels ?? metadata.labels),
      ...pairsField('annotations', annotations ?? metadata.annotations),
    },
    ...(spec === undefined ? specField(object.spec) : specField(mergedValue(object.spec, spec))),
  };
  const sent = {
    metadata: { ...pairsField('labels', metadata.labels), ...pairsField('annotations', metadata.annotations) },
    ...specField(object.spec),
  };
  return jsonPatch.compare(sent, changed);
}

/** Returns the patch of labels or annotations. To the API server, an absent map equals an empty one. */
function pairsField(field: 'labels' | 'annotations', values: Readonly<Record<string, string>> | undefined): object {
  return values === undefined || Object.keys(values).length === 0 ? {} : { [field]: values };
}

function specField(spec: unknown): object {
  return spec === undefined ? {} : { spec };
}

/**
 * An author's change of a value. Both values are parsed by the definition, with defaults and without unknown fields.
 */
interface ValueChange {
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Returns the value after the patch: the one that was sent, with an author's change. Unchanged parts stay as sent:
 * unknown fields are kept, defaults aren't added.
 *
 * Items of a list are matched by content, or by index if the list has the same length.
 */
export function mergedValue(sent: unknown, { before, after }: ValueChange): unknown {
  if (isSameJson(before, after)) return sent;
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
