import { isJsonObject, type JsonObject, type JsonValue } from '../../../lib/api/index.ts';
import { fieldsAt, objectsAt, textAt } from '../../../lib/schema/json-part.ts';

/** Fields that any two clusters give other values. */
const removed: ReadonlySet<string> = new Set([
  'managedFields',
  'resourceVersion',
  'uid',
  'controller-uid',
  'batch.kubernetes.io/controller-uid',
  // The default class of the real cluster waits for the first pod.
  'volume.kubernetes.io/selected-node',
  // The volume controller of the real cluster asks for a volume only if it sees the claim before kwok has made one.
  'volume.kubernetes.io/storage-provisioner',
  'volume.beta.kubernetes.io/storage-provisioner',
  // The real controller leaves it out when it repeats a write, as after one that its cache was too old for.
  'endpoints.kubernetes.io/last-change-trigger-time',
]);

/**
 * Returns an object without what differs between any two clusters: uids, versions and times, addresses and the ends of generated
 * names. Conditions are sorted by type: a controller appends each when it first sees the cause.
 *
 * The hash of a template is one of these: Kubernetes makes it of Go's text of a struct. So is the status of a pod, which kwok
 * writes on the other side, but for its phase and conditions; and the volume with a token.
 */
export function comparableObject(resource: string, object: JsonObject): JsonObject {
  const found = comparable(object);
  if (!isJsonObject(found)) return {};
  return resource === 'pods' ? comparablePod(found) : found;
}

function comparable(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value === 'string') return withoutSuffixes(value);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, field]) => !removed.has(name) && !(name === 'annotations' && hasOnlyRemoved(field)))
      .map(([name, field]): [string, JsonValue] => [
        name,
        isTime(name, field) ? '<time>' : comparable(sorted(name, field)),
      ])
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

function hasOnlyRemoved(annotations: JsonValue): boolean {
  return isJsonObject(annotations) && Object.keys(annotations).every((name) => removed.has(name));
}

function sorted(name: string, value: JsonValue): JsonValue {
  if (name !== 'conditions' || !Array.isArray(value)) return value;
  return value.filter(isJsonObject).toSorted((one, other) => (textAt(one, 'type') < textAt(other, 'type') ? -1 : 1));
}

function isTime(name: string, value: JsonValue): boolean {
  return typeof value === 'string' && /T\d\d:\d\d:\d\d/.test(value) && name !== 'message';
}

/** Hashes and suffixes have no vowels. A part of a uid may look like a hash. */
function withoutSuffixes(text: string): string {
  return text
    .replaceAll(/pvc-[0-9a-f-]{36}/g, 'pvc-<uid>')
    .replaceAll(/\btick-\d{8}\b/g, 'tick-<time>')
    .replaceAll(/\b10\.244(?:\.\d+){2}\b/g, '<address>')
    .replaceAll(/\b[bcdfghjklmnpqrstvwxz2456789]{8,10}\b/g, '<hash>')
    .replaceAll(/-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, '-<name>');
}

function comparablePod(pod: JsonObject): JsonObject {
  const { containers, volumes: _, ...spec } = fieldsAt(pod, 'spec');
  const conditions = objectsAt(pod, 'status.conditions')
    .filter(({ type }) => type !== 'PodReadyToStartContainers')
    .map((condition) => {
      // The scheduler writes the reason and the message on both sides.
      const cause =
        condition.type === 'PodScheduled' ? [textAt(condition, 'reason'), textAt(condition, 'message')] : [];
      return [`${textAt(condition, 'type')}=${textAt(condition, 'status')}`, ...cause].join(' ').trim();
    });
  return {
    ...pod,
    spec: { ...spec, containers: objectsAt({ containers: containers ?? [] }, 'containers').map(withoutToken) },
    status: { phase: textAt(pod, 'status.phase'), conditions: conditions.toSorted() },
  };
}

function withoutToken({ volumeMounts: _, ...container }: JsonObject): JsonObject {
  return container;
}
