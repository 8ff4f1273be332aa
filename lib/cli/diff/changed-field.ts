// In: an object before and after a change. Out: the fields that changed, for people. Pure. Called by `dev` for each write, and by
// the dashboard for each change.

import { isJsonObject, type JsonObject, type KubernetesObject } from '../../api/index.ts';

/** The fields that the API server changes with each write, and kubectl's copy of the object, which caches leave out. */
const hiddenPaths = new Set([
  'metadata.resourceVersion',
  'metadata.generation',
  'metadata.managedFields',
  'metadata.annotations.kubectl.kubernetes.io/last-applied-configuration',
]);

/** The longest value that a text shows, and the maximum number of fields that a summary names. */
const [valueLength, mostNames] = [40, 5];

/**
 * Returns the changed fields of an object, such as `spec.replicas 1 → 3`. Of a Secret only their paths.
 *
 * Items of lists are compared by their name if each has one of its own, else by position. A condition is one field, without
 * its times.
 */
export function changedFieldTexts(before: KubernetesObject, after: KubernetesObject): readonly string[] {
  const isSecret = after.kind === 'Secret' && after.apiVersion === 'v1';
  const found: string[] = [];
  compareValues({ before, after }, '', (path, values) => found.push(isSecret ? path : `${path} ${valuesText(values)}`));
  return found;
}

/**
 * Returns the names of the changed fields of an object, at most five: `spec.replicas, status.conditions[Ready] and 2
 * more`.
 */
export function changedFieldNames(before: KubernetesObject, after: KubernetesObject): string {
  const names: string[] = [];
  compareValues({ before, after }, '', (path) => names.push(path));
  const more = names.length - mostNames;
  return `${names.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

interface Values {
  readonly before: unknown;
  readonly after: unknown;
}

function compareValues({ before, after }: Values, path: string, found: (path: string, values: Values) => void): void {
  const [one, other] = [namedParts(before), namedParts(after)];
  if (one === undefined || other === undefined) {
    if (!Object.is(before, after)) found(path, { before, after });
    return;
  }
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const inner = joined(path, name);
    if (!hiddenPaths.has(inner)) compareValues({ before: one[name], after: other[name] }, inner, found);
  }
}

/** Returns the parts of an object, of a list or of an absent value by name; undefined for other values. */
function namedParts(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (value === undefined) return {};
  if (isJsonObject(value)) return value;
  if (!Array.isArray(value)) return undefined;
  const names = value.map((item, index) => (isJsonObject(item) ? itemName(item) : undefined) ?? String(index));
  const isUnique = new Set(names).size === names.length;
  return Object.fromEntries(value.map((item, index) => [`[${isUnique ? names[index] : index}]`, conditionText(item)]));
}

function itemName({ name, type }: JsonObject): string | undefined {
  if (typeof name === 'string') return name;
  return typeof type === 'string' ? type : undefined;
}

/** Returns a condition as text, and other values as they are. */
function conditionText(item: unknown): unknown {
  if (!isJsonObject(item) || item.lastTransitionTime === undefined) return item;
  return [item.status, item.reason, item.message]
    .filter((word) => typeof word === 'string')
    .filter((word) => word !== '')
    .join(', ');
}

function joined(path: string, name: string): string {
  if (path === '' || name.startsWith('[')) return `${path}${name}`;
  return `${path}.${name}`;
}

function valuesText({ before, after }: Values): string {
  if (before === undefined) return `= ${valueText(after)}`;
  return after === undefined ? 'removed' : `${valueText(before)} → ${valueText(after)}`;
}

function valueText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > valueLength ? `${text.slice(0, valueLength)}…` : text;
}
