// In: a resource as the cache holds it. Out: its children and its status equal to what is rendered from it, and the
// author's Action. Called by the reconcile, for a resource that isn't being deleted and has its finalizer.

import { Action, formatObjectKey, isConclusive, type Kind, objectKey, type StoredObject } from '../../api/index.ts';
import { Operator } from '../../constructs/index.ts';
import { Answers } from './answers.ts';
import { applyChildren } from './applying/apply.ts';
import { hold, isHeldFor, releaseHold } from './finalization/hold.ts';
import { pruneChildren } from './pruning/prune.ts';
import type { ReconcileRun } from './reconcile-run.ts';
import { LiveObjects } from './rendering/live.ts';
import { parsedResource } from './rendering/parsed-resource.ts';
import { refuseUnseen, rendered } from './rendering/rendered-resource.ts';
import {
  failureCauseOfLag,
  failureCauseOfUnlisted,
  failureCauseOfUnserved,
  unlistedGrounds,
  unservedChildren,
  unservedReferences,
} from './rendering/unseen-kind.ts';
import { conclude, type Outcome } from './status/conclusion.ts';
import { standardConditions } from './status/standard-conditions.ts';
import type { RenderedResource } from './subject.ts';

/**
 * Makes the cluster agree with a resource.
 *
 * In these cases nothing is pruned and the author's `reconcile` isn't called:
 *
 * - The name of a child is taken, a child is being recreated or waits for another one, or its kind isn't served.
 * - The kind of a child isn't listed, or its cache lags far behind.
 *
 * A resource isn't rendered while a kind that its render depends on isn't listed. A callback that asks for an object
 * that can't be seen gives no result, and only that result is left out. Fields of a child that other managers own stop
 * nothing else.
 *
 * @throws errors of rendering, requests and callbacks; the next reconcile does the rest.
 */
export async function converge(resource: StoredObject, run: ReconcileRun): Promise<Action> {
  const { controller, cache, statuses, signal } = run;
  const { kind, owns } = controller;
  const parsed = parsedResource(kind, resource);
  const unknown = failureCauseOfUnlisted(unlistedGrounds(controller, parsed, cache));
  if (unknown !== undefined) {
    const standard = standardConditions({ children: [], observe: () => undefined, failureCause: unknown });
    await statuses.write(resource, { standard }, signal);
    return Action.awaitChange();
  }
  const { construct, children, references } = rendered(parsed, run);
  refuseUnseen(children, cache);
  const live = new LiveObjects(cache, { owns, resource, whenNotServed: (asked) => controller.whenNotServed(asked) });
  const turns = run.deletions.turnsOf(formatObjectKey(objectKey(resource)));
  const { metadata, spec } = parsed;
  const context = { resource: parsed, metadata, spec, references, children: construct, live: live.view() };
  const subject: RenderedResource = { resource, parsed, context, children, live, turns, answers: new Answers(kind) };

  if (children.length > 0) run.onRender();
  const applied = await apply(subject, run);
  const finished = await finish(subject, applied, run);
  return await conclude(subject, { ...applied, ...finished }, run);
}

/** The result of the first step for the second. */
type AppliedOutcome = Omit<Outcome, 'pruned' | 'action'>;

/** Applies the children: the first step. */
async function apply(subject: RenderedResource, run: ReconcileRun): Promise<AppliedOutcome> {
  const { resource, parsed, children, live, turns } = subject;
  const { controller, cache, journal } = run;
  const operator = Operator.of(controller);
  const policy = (owned: Kind) => controller.policy(owned);
  let held = resource;
  const applied = await applyChildren(children, {
    ...run,
    live,
    deletions: turns,
    policy,
    isThirdParty: (kind) => operator.isThirdParty(kind),
    isUrgent: (child) => isHeldFor(child, held, run),
    onAdopt: (answer) => journal.adopted(resource, answer),
    onWrite: (answer) => journal.written(objectKey(resource), answer),
    onOrphan: async () => {
      held = await hold(held, run);
    },
    onRecreate: (child) => journal.recreated(resource, child),
    onGrow: (claim) => journal.grown(resource, claim),
  });
  journal.blocked(resource, applied.conflicts);
  const unlisted = applied.unserved.flatMap(({ child, listState }) =>
    isConclusive(listState) ? [] : [{ kind: child.kind, listState }],
  );
  const absent = applied.unserved.filter(({ listState }) => listState === 'not-served').map(({ child }) => child);
  const missing = [...unservedChildren(absent, policy), ...unservedReferences(controller, parsed, cache)];
  const lack =
    failureCauseOfUnserved(missing, 'report') ??
    failureCauseOfUnlisted(unlisted) ??
    failureCauseOfLag(run.lagging(objectKey(resource)));
  return { ...applied, held, absent, missing, unlisted, lack };
}

/** Prunes children and calls the author's `reconcile`, unless something prevents that: the second step. */
async function finish(
  subject: RenderedResource,
  applied: AppliedOutcome,
  run: ReconcileRun,
): Promise<Pick<Outcome, 'held' | 'pruned' | 'action'>> {
  const { resource, context, children, live, turns, answers } = subject;
  const { controller, effects, journal, time, withLog, signal } = run;
  const { conflicts, recreated, waitsMs, postponed, lack } = applied;
  const isIncomplete = [conflicts, recreated, waitsMs, postponed].some(({ length }) => length > 0);
  if (isIncomplete || lack !== undefined) {
    return { held: applied.held, pruned: { places: [], waitsMs: [] }, action: undefined };
  }
  const held = await releaseHold(applied.held, children, live, run);
  const pruned = await pruneChildren(children, {
    ...run,
    kinds: controller.prunes,
    policy: (owned) => controller.policy(owned),
    deletionLimits: controller.deletionLimits,
    deletions: turns,
    resource,
    onDelete: (child) => journal.pruned(resource, child),
  });
  turns.releaseOthers();
  const action = await answers.of(() =>
    time.within('`reconcile`', () =>
      withLog(objectKey(resource), () => controller.props.reconcile?.({ ...context, ...effects(resource, signal) })),
    ),
  );
  return { held, pruned, action };
}
