// In: a resource as the cache holds it. Out: its children and its status equal to what is rendered from it, and the
// author's Action. Called by the pass, for a resource that isn't being deleted and has its finalizer.

import {
  Action,
  formatObjectKey,
  isKnown,
  type Kind,
  objectKey,
  type ResourceDefinition,
  type StoredObject,
} from '../../api/index.ts';
import { type Interlocks, Operator } from '../../constructs/index.ts';
import { Answers } from './answers.ts';
import { applyChildren } from './apply.ts';
import { checkedReport } from './checked-report.ts';
import { contestRetryMs } from './contest.ts';
import { renderGrounds, statusGrounds } from './grounds.ts';
import { hold, release } from './hold.ts';
import { LiveObjects } from './live.ts';
import { troubleOfUnserved, unservedChildren, unservedReferences, unservedRetryMs } from './missing-kind.ts';
import { parsedResource } from './parsed-resource.ts';
import { type Pruned, pruneChildren } from './prune.ts';
import { rendered } from './rendering.ts';
import type { Round } from './round.ts';
import { standardConditions, type Trouble } from './standard-conditions.ts';
import type { AuthorReport } from './status.ts';
import { troubleOfConflicts, troubleOfContests } from './trouble.ts';
import { troubleOfUnlisted, unlistedGrounds, unlistedKinds } from './unlisted-kind.ts';
import { refuseUnseen } from './unseen-child.ts';

/**
 * Makes the cluster agree with a resource.
 *
 * While the name of a child is taken, a child is deleted to be made anew, or one is of a kind that isn't served, nothing is
 * pruned, since it may be what that child is to replace, and the author's `reconcile` isn't called, since its children
 * aren't there. The same while nothing is known of the kind of a child; and where the resource is rendered by what nothing is
 * known of, it isn't rendered. A callback that asks for what can't be seen has said nothing, and only that is left out.
 * Fields of a child that others own stop nothing else.
 *
 * @throws what renders, requests and callbacks throw; what is then undone is left to the next pass.
 */
export async function converge(resource: StoredObject, round: Round): Promise<Action> {
  const { controller, client, cache, fieldManager, journal, statuses, time, signal } = round;
  const { contests: knownContests, hotLoops, settled, shapes } = round;
  const { kind, owns, props, interlocks } = controller;
  const policy = (owned: Kind) => controller.policy(owned);
  const operator = Operator.of(controller);
  const key = formatObjectKey(objectKey(resource));
  const deletions = round.deletions.turnsOf(key);
  const parsed = parsedResource(kind, resource);
  const unknown = troubleOfUnlisted(unlistedGrounds(controller, parsed, cache));
  if (unknown !== undefined) {
    const standard = standardConditions({ children: [], observe: () => undefined, trouble: unknown });
    await statuses.write(resource, { standard }, signal);
    return Action.awaitChange();
  }
  const { construct, children } = rendered(parsed, round);

  refuseUnseen(children, cache);

  const live = new LiveObjects(cache, {
    owns,
    resource,
    whenNotServed: (asked) => controller.whenNotServed(asked),
  });
  let held = resource;
  const { conflicts, contests, recreated, waitsMs, unserved, places } = await applyChildren(children, {
    client,
    cache,
    fieldManager,
    live,
    settled,
    contests: knownContests,
    shapes,
    deletions,
    policy,
    isForeign: (kind) => operator.isForeign(kind),
    onAdopt: (answer) => journal.adopted(resource, answer),
    onContest: (contest) => journal.contested(resource, contest),
    onWrite: (answer) => journal.written(objectKey(resource), answer),
    onOrphan: async () => {
      held = await hold(held, round);
    },
    onRecreate: (child) => journal.recreated(resource, child),
    onGrow: (claim) => journal.grown(resource, claim),
    signal,
  });
  journal.blocked(resource, conflicts);
  const absent = unserved.filter(({ sight }) => sight === 'not-served').map(({ child }) => child);
  const unlisted = unserved.flatMap(({ child, sight }) => (isKnown(sight) ? [] : [{ kind: child.kind, sight }]));
  const missing = [...unservedChildren(absent, policy), ...unservedReferences(controller, parsed, cache)];
  const lack = troubleOfUnserved(missing, 'report') ?? troubleOfUnlisted(unlisted);
  const answers = new Answers(kind);
  let action: Action | undefined;
  let pruned: Pruned = { places: [], waitsMs: [] };
  if (conflicts.length === 0 && recreated.length === 0 && waitsMs.length === 0 && lack === undefined) {
    const onDelete = (child: StoredObject) => journal.pruned(resource, child);
    held = await release(held, children, live, round);
    const context = { client, cache, owns, policy, interlocks, deletions, resource, onDelete, signal };
    pruned = await pruneChildren(children, context);
    deletions.releaseOthers();
    action = await answers.of(() =>
      time.within('`reconcile`', () => props.reconcile?.(parsed, construct, live.view(), signal)),
    );
  }

  const waits = [...waitsMs, ...pruned.waitsMs];
  const said = () => reportOf(props.status?.(parsed, construct, live.view()), kind);
  const report = unlisted.length === 0 ? await answers.of(said) : undefined;
  const standard = standardConditions({
    children: children.filter((child) => !unserved.some((left) => left.child === child)),
    observe: (child) => live.own(child),
    recreated,
    wait: waits.length === 0 ? undefined : deletionsWaiting(interlocks),
    skipped: troubleOfUnserved(missing, 'skip'),
    trouble:
      troubleOfConflicts(conflicts) ??
      lack ??
      answers.trouble ??
      troubleOfContests(contests) ??
      pruned.trouble ??
      hotLoops.trouble(key),
  });
  // A child that isn't seen may turn out to be one that is no longer rendered.
  const isWhole = waits.length === 0 && unlistedKinds(owns, resource.metadata.namespace, cache).length === 0;
  const reported = await statuses.write(held, { report, standard, isWhole }, signal);

  const seen = () => [...live.shown, ...children.flatMap((child) => live.own(child) ?? [])];
  const slowed = hotLoops.passed(key, {
    uid: resource.metadata.uid,
    generation: resource.metadata.generation ?? 0,
    // Deletions that take turns go on from pass to pass without being a loop.
    children: [...places, ...(waits.length === 0 ? pruned.places : [])],
    status: reported.filter((place) => !isOwnVerdict(place)),
    basis: () => renderGrounds(controller, parsed, cache),
    sight: () => statusGrounds(controller, seen()),
  });
  const isNewsToCache = absent.some(({ kind, key: { namespace } }) => cache.sight(kind, namespace) === 'listed');
  const retries = [
    ...waits,
    ...(contests.length > 0 ? [contestRetryMs] : []),
    ...(isNewsToCache ? [unservedRetryMs] : []),
  ];
  return slowed ?? sooner(action, retries);
}

function reportOf(said: AuthorReport | undefined, kind: ResourceDefinition): AuthorReport {
  return said === undefined ? {} : checkedReport(kind, said);
}

/** What is said of a resource whose children wait for their deletion. The same words however many they are. */
function deletionsWaiting({ deletionsPerMinute }: Required<Interlocks>): Trouble {
  const message = `children wait to be deleted: of all resources together, no more than ${deletionsPerMinute} are in a minute`;
  return { reason: 'DeletionsWaiting', message };
}

/** Whether the library itself says this, and says it otherwise when a loop is found, or has ended. */
function isOwnVerdict(place: string): boolean {
  return /: status\.(observedGeneration$|conditions\[type=(Progressing|Degraded)\])/.test(place);
}

/** The author's wish for another pass, or the first of the times after which one is due anyway. */
function sooner(action: Action = Action.awaitChange(), retriesMs: readonly number[]): Action {
  const wishedMs = action.type === 'requeue' ? [action.afterMs] : [];
  const afterMs = Math.min(...wishedMs, ...retriesMs);
  return afterMs === Number.POSITIVE_INFINITY ? action : { type: 'requeue', afterMs };
}
