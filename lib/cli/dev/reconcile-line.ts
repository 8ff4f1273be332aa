// In: the record of a reconcile. Out: a line for people, and below it the author's frames of an error; the same for the
// dashboard. Pure. Called by a session of `dev`.

import { isJsonObject, type KubernetesObject, type StoredObject } from '../../api/index.ts';
import type { RecordedReconcile, RequestJson } from '../../runtime/index.ts';
import type { EndedReconcile } from '../dashboard/message.ts';
import { changedFieldTexts } from '../diff/changed-field.ts';
import { colouredWord } from '../terminal/output.ts';
import { userFrames } from '../terminal/user-frames.ts';

/** The changed fields of one write that a line names. */
const fieldLimit = 4;

/**
 * Returns the lines about a reconcile:
 * `memcached shop/cart: child-updated; read ConfigMap shop/settings → apply Deployment shop/cart (spec.replicas 1 → 3), 12 ms`.
 *
 * @param error - the error that stopped it.
 */
export function reconcileLines(record: RecordedReconcile, error: unknown): string {
  const ended = endedReconcile(record);
  const { controller, resource, reasons, reads, requests, durationMs, nextInMs } = ended;
  const cause = [reasons.join(', '), ...(reads.length > 0 ? [`read ${reads.join(', ')}`] : [])].join('; ');
  const failure = ended.error === undefined ? [] : [`${colouredWord('failed', 'red')}: ${ended.error}`];
  const texts = requests.map(({ text, isRefused }) => (isRefused ? `${text} ${colouredWord('refused', 'red')}` : text));
  const effects = [...texts, ...failure];
  const effect = effects.length > 0 ? effects.join(', ') : 'no change';
  const next = nextInMs === undefined ? '' : `, again in ${secondsText(nextInMs)}`;
  const line = `${controller} ${resource}: ${cause} → ${effect}, ${durationMs} ms${next}`;
  return [line, ...userFrames(error)].map((each) => `${each}\n`).join('');
}

/** Returns the parts of a reconcile that its line and the dashboard show, without the values of Secrets. */
export function endedReconcile(record: RecordedReconcile): EndedReconcile {
  const { controller, resource, reasons, durationMs, outcome, objects } = record;
  return {
    ...{ controller, resource, reasons, reads: readObjects(record), requests: requestTexts(record) },
    uid: objects.find((object) => isSubject(object, record))?.metadata.uid,
    durationMs: Math.ceil(durationMs),
    ...('error' in outcome
      ? { error: outcome.error }
      : { nextInMs: outcome.action.type === 'requeue' ? outcome.action.afterMs : undefined }),
  };
}

function secondsText(ms: number): string {
  return ms < 1000 ? `${Math.ceil(ms)} ms` : `${Math.round(ms / 1000)} s`;
}

/** Returns the objects that decided beside the resource and its children: those that it refers to, and lists. */
function readObjects(record: RecordedReconcile): string[] {
  const { objects, reads, requests } = record;
  const requested = new Set(requests.map(({ request }) => requestTarget(request)));
  const uid = objects.find((object) => isSubject(object, record))?.metadata.uid;
  const isOther = (object: StoredObject | undefined) =>
    object !== undefined &&
    !isSubject(object, record) &&
    !object.metadata.ownerReferences?.some((owner) => owner.uid === uid);
  const texts = reads.flatMap(([lookup, answer]) => {
    const [verb, kind = '', name = ''] = lookup.split(' ');
    const title = `${kind.split('.')[0]} ${name}`;
    if ('object' in answer) return verb === 'get' && isOther(objects[answer.object]) ? [title] : [];
    if ('objects' in answer) {
      const others = answer.objects.filter((number) => isOther(objects[number]));
      return (verb === 'list' || verb === 'index') && others.length > 0
        ? [`${others.length} ${objects[others[0] ?? 0]?.kind ?? kind}`]
        : [];
    }
    return verb === 'get' && !requested.has(`${kind} ${name}`) && name !== record.resource ? [`${title} (absent)`] : [];
  });
  return [...new Set(texts)];
}

function isSubject(object: StoredObject, { resource, controller }: RecordedReconcile): boolean {
  const { namespace, name } = object.metadata;
  const key = namespace === undefined ? name : `${namespace}/${name}`;
  return key === resource && object.kind.toLowerCase() === controller;
}

function requestTarget({ of: kind, name }: RequestJson): string {
  return `${String(kind)} ${String(name)}`;
}

/** Returns the requests that change the cluster or fail. */
function requestTexts(record: RecordedReconcile): EndedReconcile['requests'] {
  const { objects, reads, requests } = record;
  // A cache may show an object for the first time, or again, after the reconcile has written it.
  const absent = new Set(reads.flatMap(([lookup, answer]) => ('object' in answer ? [] : [lookup])));
  const known = new Map(objects.toReversed().map((object) => [addressOf(object), object]));
  return requests.flatMap(({ request, answer }) => {
    const title = requestTitle(request, record);
    if (answer === undefined) return [done(`${title} without an answer`)];
    if ('error' in answer) return [{ text: title, isRefused: true }];
    if (request.dryRun === true || request.verb === 'get' || request.verb === 'list') return [];
    const after = answer.value;
    if (!isStoredObject(after)) return [done(title)];
    const isNew = absent.delete(`get ${requestTarget(request)}`);
    const before = isNew ? undefined : known.get(addressOf(after));
    known.set(addressOf(after), after);
    if (before === undefined) return [done(title.replace(/^apply /, 'create '))];
    const changes = changedFieldTexts(before, after);
    const more = changes.length - fieldLimit;
    const shown = [...changes.slice(0, fieldLimit), ...(more > 0 ? [`${more} more`] : [])];
    return [done(`${title} (${shown.join(', ') || 'no change'})`)];
  });
}

function done(text: string): EndedReconcile['requests'][number] {
  return { text, isRefused: false };
}

function requestTitle({ verb, of: kind, name = '', subresource }: RequestJson, record: RecordedReconcile): string {
  const title = String(kind).split('.')[0] ?? '';
  const isOwn = name === record.resource && title.toLowerCase() === record.controller;
  const what = typeof subresource === 'string' ? `write ${subresource}` : String(verb).replace(/^.* patch$/, 'patch');
  return isOwn ? what : `${what} ${title} ${String(name)}`.trim();
}

function addressOf({ apiVersion, kind, metadata: { namespace = '', name } }: KubernetesObject): string {
  return `${apiVersion} ${kind} ${namespace}/${name}`;
}

function isStoredObject(value: unknown): value is StoredObject {
  return isJsonObject(value) && isJsonObject(value.metadata) && typeof value.kind === 'string';
}
