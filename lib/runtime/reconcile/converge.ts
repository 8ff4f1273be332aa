// In: a resource as the cache holds it. Out: its children and its status equal to what is rendered from it, and the
// author's Action. Called by the pass, for a resource that isn't being deleted.

import { Action, objectKey, type StoredObject } from '../../api/index.ts';
import { render } from '../../render/index.ts';
import { applyChildren } from './apply.ts';
import { checkedReport } from './checked-report.ts';
import { finalizerName, hasFinalizer, writeFinalizer } from './finalizer.ts';
import { LiveObjects } from './live.ts';
import { parsedResource } from './parsed-resource.ts';
import { pruneChildren } from './prune.ts';
import type { Round } from './round.ts';
import { standardConditions } from './standard-conditions.ts';
import { troubleOfConflicts } from './trouble.ts';

/**
 * Makes the cluster agree with a resource.
 *
 * While the name of a child is taken, nothing is pruned, since it may be what that child is to replace,
 * and the author's `reconcile` isn't called, since its children aren't there.
 *
 * @throws what renders, requests and callbacks throw; what is then undone is left to the next pass.
 */
export async function converge(resource: StoredObject, round: Round): Promise<Action> {
  const { controller, client, cache, fieldManager, journal, settled, statuses, signal } = round;
  const { kind, owns, props } = controller;
  const held = await withFinalizer(resource, round);
  const parsed = parsedResource(kind, held);
  const { construct, children } = render(controller, parsed);

  const live = new LiveObjects(cache, { owns, resource: held });
  const onWrite = (answer: StoredObject) => journal.written(objectKey(held), answer);
  const conflicts = await applyChildren(children, { client, fieldManager, live, settled, onWrite, signal });
  journal.blocked(held, conflicts);
  let action: Action | undefined;
  if (conflicts.length === 0) {
    const onDelete = (child: StoredObject) => journal.pruned(held, child);
    await pruneChildren(children, { client, cache, owns, ownerUid: held.metadata.uid, onDelete, signal });
    action = await props.reconcile?.(parsed, construct, live.view(), signal);
  }

  const said = props.status?.(parsed, construct, live.view());
  const report = said === undefined ? {} : checkedReport(kind, said);
  const standard = standardConditions({
    children,
    observe: (child) => live.own(child),
    trouble: troubleOfConflicts(conflicts),
  });
  await statuses.write(held, { report, standard }, signal);
  return action ?? Action.awaitChange();
}

/** The resource with the finalizer that it needs if there is something to clean up. */
async function withFinalizer(resource: StoredObject, round: Round): Promise<StoredObject> {
  const { controller, client, journal, signal } = round;
  const { kind, props } = controller;
  if (props.cleanup === undefined || hasFinalizer(resource, finalizerName(kind))) return resource;
  const answer = await writeFinalizer(client, kind, resource, 'add', signal);
  journal.written(objectKey(answer), answer);
  return answer;
}
