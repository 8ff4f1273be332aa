import {
  type Condition,
  type ConditionReport,
  type FailureReason,
  findCondition,
  type StoredObject,
} from '../../api/index.ts';
import { type Child, readiness } from '../../render/index.ts';
import type { PostponedChild } from './postponement.ts';

/** What of a pass decides the standard conditions. */
export interface ReconcileOutcome {
  readonly children: readonly Child[];
  /** The observed object of a child; undefined while it doesn't exist. */
  readonly observe: (child: Child) => StoredObject | undefined;
  /** Children that the pass has deleted to make them anew. @default none */
  readonly recreated?: readonly Child[] | undefined;
  /** Children that aren't created yet, because others aren't ready. @default none */
  readonly postponed?: readonly PostponedChild[] | undefined;
  /** What the pass has left for later. @default nothing */
  readonly wait?: FailureCause | undefined;
  /** What the definition lets a resource be ready without. @default nothing */
  readonly skipped?: FailureCause | undefined;
  /** Why the pass could not do its work. @default it could */
  readonly failureCause?: FailureCause | undefined;
}

/** What keeps a resource from its spec, for people and for programs. */
export interface FailureCause {
  readonly reason: FailureReason;
  readonly message: string;
}

/**
 * Ready, Progressing and Degraded of a resource. Exactly one of them is true: all is as it should be, or time will
 * make it so, or somebody has to do something. Beside them Incomplete, of a resource that does without something.
 *
 * @see https://github.com/kubernetes-sigs/cli-utils/blob/master/pkg/kstatus/README.md
 */
export function standardConditions({
  children,
  observe,
  recreated = [],
  postponed = [],
  wait,
  skipped,
  failureCause,
}: ReconcileOutcome): ConditionReport[] {
  const waiting: string[] = [];
  const failures: string[] = [];
  const remade = new Set(recreated);
  const later = new Map(postponed.map(({ child, message }) => [child, message]));
  const postponements: string[] = [];
  let isRecreating = false;
  for (const child of children) {
    const title = `${child.kind.kind} ${child.key.name}`;
    const postponement = later.get(child);
    if (postponement !== undefined) {
      postponements.push(`${title}: ${postponement}`);
      continue;
    }
    const object = observe(child);
    const isGoing = remade.has(child) || object?.metadata.deletionTimestamp !== undefined;
    isRecreating ||= isGoing;
    const found = isGoing ? going : object === undefined ? absent : readiness(object);
    if (found.state === 'in-progress') waiting.push(`${title}: ${found.message}`);
    if (found.state === 'failed') failures.push(`${title}: ${found.message}`);
  }
  const failure = { reason: 'ChildFailed', message: [...failures, ...postponements].join('; ') } as const;
  const problem = failureCause ?? (failures.length > 0 ? failure : undefined);
  const missing = [...waiting, ...postponements];
  const reason = postponements.length > 0 ? 'WaitingForChild' : 'ChildrenNotReady';
  const unready: FailureCause | undefined =
    missing.length === 0 ? undefined : { reason: isRecreating ? 'Recreating' : reason, message: missing.join('; ') };
  const pending = wait ?? unready;
  return [
    ready(children.length, pending, problem),
    progressing(pending, problem),
    degraded(problem),
    ...(skipped === undefined ? [] : [{ type: 'Incomplete', status: 'True', ...skipped } as const]),
  ];
}

/**
 * The generation over which a pass has last rendered children, or, rendering none, has deleted all that there were. What
 * fails after that, or waits, makes no difference to it; 0 if none ever has.
 */
export function completedGeneration(conditions: readonly Condition[]): number {
  return findCondition(conditions, 'Progressing')?.observedGeneration ?? 0;
}

/** Conditions as a pass states them that has rendered nothing, for {@link completedGeneration} to be as before. */
export function cutShort(stated: readonly Condition[], before: readonly Condition[]): Condition[] {
  const observedGeneration = completedGeneration(before);
  return stated.map((condition) =>
    condition.type === 'Progressing' ? { ...condition, observedGeneration } : condition,
  );
}

const absent = { state: 'in-progress', message: 'is not there yet' } as const;
const going = { state: 'in-progress', message: 'is being deleted, and then made anew' } as const;

function ready(childCount: number, wait: FailureCause | undefined, problem: FailureCause | undefined): ConditionReport {
  if (problem !== undefined) return { type: 'Ready', status: 'False', ...problem };
  if (wait !== undefined) return { type: 'Ready', status: 'False', ...wait };
  return { type: 'Ready', status: 'True', reason: 'ChildrenReady', message: readyMessage(childCount) };
}

function readyMessage(childCount: number): string {
  if (childCount === 0) return 'it has no children to wait for';
  return childCount === 1 ? 'its child is ready' : `its ${childCount} children are ready`;
}

function progressing(wait: FailureCause | undefined, problem: FailureCause | undefined): ConditionReport {
  if (problem !== undefined)
    return { type: 'Progressing', status: 'False', reason: problem.reason, message: 'stopped by a problem' };
  if (wait !== undefined) return { type: 'Progressing', status: 'True', ...wait };
  return { type: 'Progressing', status: 'False', reason: 'Settled', message: 'nothing is to be done' };
}

function degraded(problem: FailureCause | undefined): ConditionReport {
  if (problem !== undefined) return { type: 'Degraded', status: 'True', ...problem };
  return { type: 'Degraded', status: 'False', reason: 'AsExpected', message: 'no problem is known' };
}
