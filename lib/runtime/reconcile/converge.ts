// In: a resource as the cache holds it. Out: its children and its status equal to what is rendered from it, and the
// author's Action. Called by the pass, for a resource that isn't being deleted and has its finalizer.

import { Action, objectKey, type StoredObject } from '../../api/index.ts';
import { render } from '../../render/index.ts';
import { applyChildren } from './apply.ts';
import { checkedReport } from './checked-report.ts';
import { hold, release } from './hold.ts';
import { LiveObjects } from './live.ts';
import { parsedResource } from './parsed-resource.ts';
import { pruneChildren } from './prune.ts';
import { referencedObjects } from './referenced.ts';
import type { Round } from './round.ts';
import { standardConditions } from './standard-conditions.ts';
import { troubleOfConflicts } from './trouble.ts';

/**
 * Makes the cluster agree with a resource.
 *
 * While the name of a child is taken, or a child is deleted to be made anew, nothing is pruned, since it may be what that
 * child is to replace, and the author's `reconcile` isn't called, since its children aren't there.
 *
 * @throws what renders, requests and callbacks throw; what is then undone is left to the next pass.
 */
export async function converge(resource: StoredObject, round: Round): Promise<Action> {
  const { controller, client, cache, fieldManager, journal, settled, statuses, time, signal } = round;
  const { kind, owns, props } = controller;
  const parsed = parsedResource(kind, resource);
  const { construct, children } = render(controller, parsed, referencedObjects(controller, parsed, cache));

  const live = new LiveObjects(cache, { owns, resource });
  let held = resource;
  const { conflicts, recreated } = await applyChildren(children, {
    client,
    cache,
    fieldManager,
    live,
    settled,
    whenImmutable: (owned) => controller.whenImmutable(owned),
    onWrite: (answer) => journal.written(objectKey(resource), answer),
    onOrphan: async () => {
      held = await hold(held, round);
    },
    onRecreate: (child) => journal.recreated(resource, child),
    onGrow: (claim) => journal.grown(resource, claim),
    signal,
  });
  journal.blocked(resource, conflicts);
  let action: Action | undefined;
  if (conflicts.length === 0 && recreated.length === 0) {
    const onDelete = (child: StoredObject) => journal.pruned(resource, child);
    held = await release(held, children, live, round);
    await pruneChildren(children, { client, cache, owns, ownerUid: resource.metadata.uid, onDelete, signal });
    action = await time.within('`reconcile`', () => props.reconcile?.(parsed, construct, live.view(), signal));
  }

  const said = props.status?.(parsed, construct, live.view());
  const report = said === undefined ? {} : checkedReport(kind, said);
  const standard = standardConditions({
    children,
    observe: (child) => live.own(child),
    recreated,
    trouble: troubleOfConflicts(conflicts),
  });
  await statuses.write(held, { report, standard }, signal);
  return action ?? Action.awaitChange();
}
