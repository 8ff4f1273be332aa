import { type Condition, type ConditionReport, findCondition, type StoredObject } from '../../../api/index.ts';
import { type Child, readiness } from '../../../render/index.ts';
import type { FailureCause } from './failure-cause.ts';

/** The results of a reconcile that decide the standard conditions. */
export interface ReconcileOutcome {
  readonly children: readonly Child[];
  /** Returns the observed object of a child; undefined while it doesn't exist. */
  readonly observe: (child: Child) => StoredObject | undefined;
  /** Children that the reconcile has deleted to recreate them. @default none */
  readonly recreated?: readonly Child[] | undefined;
  /** Children that aren't created yet, because other children aren't ready. @default none */
  readonly postponed?: readonly { readonly child: Child; readonly message: string }[] | undefined;
  /** The work that the reconcile has left for later. @default none */
  readonly wait?: FailureCause | undefined;
  /** The kinds that the definition lets a resource be ready without. @default none */
  readonly skipped?: FailureCause | undefined;
  /** The reason why the reconcile could not do its work. @default none */
  readonly failureCause?: FailureCause | undefined;
}

/**
 * Ready, Progressing and Degraded of a resource. Exactly one of them is true: the resource is as it should be, or will
 * be in time, or a user has to act. Incomplete is set beside them if a resource goes without some objects.
 *
 * @see https://github.com/kubernetes-sigs/cli-utils/blob/master/pkg/kstatus/README.md
 */
export function standardConditions(outcome: ReconcileOutcome): ConditionReport[] {
  const { children, wait, skipped, failureCause } = outcome;
  const { waiting, failures, postponements, isRecreating } = childProgress(outcome);
  const failure = { reason: 'ChildFailed', message: [...failures, ...postponements].join('; ') } as const;
  const problem = failureCause ?? (failures.length > 0 ? failure : undefined);
  const missing = [...waiting, ...postponements];
  const reason = postponements.length > 0 ? 'WaitingForChild' : 'ChildrenNotReady';
  const unready: FailureCause | undefined =
    missing.length === 0 ? undefined : { reason: isRecreating ? 'Recreating' : reason, message: missing.join('; ') };
  const pending = wait ?? unready;
  return [
    readyCondition(children.length, pending, problem),
    progressingCondition(pending, problem),
    degradedCondition(problem),
    ...(skipped === undefined ? [] : [{ type: 'Incomplete', status: 'True', ...skipped } as const]),
  ];
}

/** Sorts out why children aren't ready, a text for each. */
function childProgress({ children, observe, recreated = [], postponed = [] }: ReconcileOutcome) {
  const [waiting, failures, postponements]: [string[], string[], string[]] = [[], [], []];
  const remade = new Set(recreated);
  const later = new Map(postponed.map(({ child, message }) => [child, message]));
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
  return { waiting, failures, postponements, isRecreating };
}

/** The conditions of a resource that a problem keeps from being rendered or cleaned up. */
export function failedConditions(failureCause: FailureCause): ConditionReport[] {
  return standardConditions({ children: [], observe: () => undefined, failureCause });
}

/**
 * The last generation for which a reconcile has rendered children, or, rendering none, has deleted them all. Later
 * failures and waits don't change it; 0 if there was no such reconcile.
 */
export function completedGeneration(conditions: readonly Condition[]): number {
  return findCondition(conditions, 'Progressing')?.observedGeneration ?? 0;
}

/** Conditions of a reconcile that has rendered nothing; {@link completedGeneration} stays as before. */
export function unrenderedConditions(stated: readonly Condition[], before: readonly Condition[]): Condition[] {
  const observedGeneration = completedGeneration(before);
  return stated.map((condition) =>
    condition.type === 'Progressing' ? { ...condition, observedGeneration } : condition,
  );
}

const absent = { state: 'in-progress', message: 'is not there yet' } as const;
const going = { state: 'in-progress', message: 'is being deleted, and then recreated' } as const;

function readyCondition(
  childCount: number,
  wait: FailureCause | undefined,
  problem: FailureCause | undefined,
): ConditionReport {
  if (problem !== undefined) return { type: 'Ready', status: 'False', ...problem };
  if (wait !== undefined) return { type: 'Ready', status: 'False', ...wait };
  return { type: 'Ready', status: 'True', reason: 'ChildrenReady', message: readyMessage(childCount) };
}

function readyMessage(childCount: number): string {
  if (childCount === 0) return 'it has no children to wait for';
  return childCount === 1 ? 'its child is ready' : `its ${childCount} children are ready`;
}

function progressingCondition(wait: FailureCause | undefined, problem: FailureCause | undefined): ConditionReport {
  if (problem !== undefined)
    return { type: 'Progressing', status: 'False', reason: problem.reason, message: 'stopped by a problem' };
  if (wait !== undefined) return { type: 'Progressing', status: 'True', ...wait };
  return { type: 'Progressing', status: 'False', reason: 'Settled', message: 'nothing is to be done' };
}

function degradedCondition(problem: FailureCause | undefined): ConditionReport {
  if (problem !== undefined) return { type: 'Degraded', status: 'True', ...problem };
  return { type: 'Degraded', status: 'False', reason: 'AsExpected', message: 'no problem is known' };
}
