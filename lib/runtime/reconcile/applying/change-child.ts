// In: a child as rendered, and the object that it is to become of. Out: the object applied where it differs, left to the
// other managers of its fields, or deleted to be recreated. Called for each child that exists.

import { hash } from 'node:crypto';
import { formatObjectKey, type KubernetesObject, objectKey, type StoredObject } from '../../../api/index.ts';
import { ApiError } from '../../../client/index.ts';
import { type Child, controllerOf } from '../../../render/index.ts';
import type { FieldDifference } from '../comparison/comparison.ts';
import { difference } from '../comparison/difference.ts';
import type { ReconcileRun } from '../reconcile-run.ts';
import type { LiveObjects } from '../rendering/live.ts';
import { withHandedOver } from './handed-over.ts';
import { immutableFields } from './immutability.ts';
import type { Outcome } from './outcome.ts';
import { refuseReplacement, replaceChild } from './replacement.ts';

/**
 * Applies a child over an object that the resource controls, or may adopt.
 *
 * @throws what the client throws, and ChildRefusalError if the child can't be changed and isn't replaced.
 */
export async function changeChild(
  rendered: Child,
  before: StoredObject,
  live: LiveObjects,
  run: ReconcileRun,
): Promise<Outcome> {
  const { controller, fieldConflicts, fieldManager, journal, repeatedConflicts } = run.scope;
  const { whenConflicting, handsOver } = controller.policy(rendered.kind);
  const child = { ...rendered, object: withHandedOver(rendered.object, before, { fieldManager }, handsOver) };
  const differences = await differencesOf(child, before, run);
  if (differences.length === 0) return { type: 'as-rendered' };
  const digest = hash('sha256', JSON.stringify(child.object), 'base64');
  const taken = differences.filter(({ reason, path }) => reason === 'unowned' && handsOver.includes(path));
  const isRepeated = taken.length === differences.length && repeatedConflicts.isRepeated(before, digest);
  const isReporting = whenConflicting === 'report' || isRepeated;
  const known = isReporting ? fieldConflicts.of(before, child) : undefined;
  if (known !== undefined) return { type: 'conflicting', message: known };
  const isAdopted = live.own(child) === undefined;
  try {
    const options = { live, force: !isReporting, isLocked: child.object !== rendered.object };
    const first = await sent(child, before, options, run);
    // The server drops a map that loses its last field of ours, even if it is rendered empty: then a second apply
    // restores it.
    const { answer } = first.isOpen ? await sent(child, first.answer, options, run) : first;
    if (!isReporting && taken.length > 0) repeatedConflicts.took(before, digest);
    if (answer.metadata.resourceVersion === before.metadata.resourceVersion) return { type: 'as-rendered' };
    if (isAdopted) journal.adopted(live.resource, answer);
    const title = `${child.kind.kind} ${formatObjectKey(child.key)}`;
    return { type: 'written', places: differences.map(({ path }) => `${title}: ${path}`) };
  } catch (error) {
    const message = isReporting
      ? fieldConflicts.learn(error, before, child, isRepeated ? 'repeated' : 'reported')
      : undefined;
    if (message !== undefined) return { type: 'conflicting', message };
    const fields = immutableFields(error);
    if (fields === undefined || !ApiError.is(error)) throw error;
    const refused = { child: rendered, live: before, fields, cause: error };
    if (live.own(child) === undefined) throw refuseReplacement(refused, run);
    const waitMs = await replaceChild(refused, run);
    return waitMs === 0 ? { type: 'recreated' } : { type: 'waiting', waitMs };
  }
}

/** Returns the places at which a child isn't as rendered, as far as an apply may fix them. */
async function differencesOf(
  { kind, object }: Child,
  before: StoredObject,
  { scope, signal }: ReconcileRun,
): Promise<readonly FieldDifference[]> {
  const { fieldManager, settled, shapes } = scope;
  const found = difference(before, object, { fieldManager }, shapes.of(object));
  if (found.length === 0 || settled.has(before, object)) return [];
  if (!(await shapes.learn(kind, signal))) return found;
  return difference(before, object, { fieldManager }, shapes.of(object));
}

interface ApplyOptions {
  readonly live: LiveObjects;
  /** True if fields are taken from other managers. */
  readonly force: boolean;
  /** True if the API server is to refuse the apply when the child has changed: the apply repeats observed values. */
  readonly isLocked: boolean;
}

/** The server's answer to an apply. */
interface Answered {
  readonly answer: StoredObject;
  /** True if another apply may change more. */
  readonly isOpen: boolean;
}

/**
 * Sends an apply, bound to the object that it was decided on: an object that is to be adopted must not have changed.
 */
async function sent(
  { kind, object }: Child,
  before: StoredObject,
  { live, force, isLocked }: ApplyOptions,
  { client, scope, signal }: ReconcileRun,
): Promise<Answered> {
  const { fieldManager, journal, settled } = scope;
  const isOwn = controllerOf(before)?.uid === live.resource.metadata.uid;
  const { uid, resourceVersion } = before.metadata;
  const bound = { ...object.metadata, uid, ...((isLocked || !isOwn) && { resourceVersion }) };
  const desired: KubernetesObject = { ...object, metadata: bound };
  const answer = await client.apply(kind, desired, { fieldManager, force, signal });
  live.note(answer);
  if (answer.metadata.resourceVersion !== resourceVersion) journal.written(objectKey(live.resource), answer);
  return { answer, isOpen: settled.learn(object, before, answer) };
}
