import type { ProblemReason } from '../../api/index.ts';
import type { ConditionType } from './condition-table.ts';

/** The conditions that every operator of the library reports, each with all reasons that it gives. */
export const standardConditions: readonly ConditionType[] = [
  {
    type: 'Ready',
    meaning: 'All is as the spec says, and the children are ready.',
    reasons: {
      ChildrenReady: 'nothing is waited for',
      ChildrenNotReady: 'children are on their way, as the message says',
      WaitingForChild: "a child isn't created yet, because another one isn't ready",
    },
  },
  {
    type: 'Progressing',
    meaning: 'Time will bring it about.',
    reasons: {
      Settled: 'nothing is to be done',
      ChildrenNotReady: 'children are on their way',
      Recreating: 'a child is deleted, and then made anew',
      WaitingForChild: "a child isn't created yet, because another one isn't ready",
      DeletionsWaiting: 'children wait for their turn to be deleted',
    },
  },
  {
    type: 'Degraded',
    meaning: 'Somebody has to do something; the same reason is with Ready then.',
    reasons: {
      AsExpected: 'no problem is known',
      ChildFailed: 'a child reports a failure',
      ChildInvalid: 'the API server refuses a child',
      ChildImmutable: "a child can't be changed to what it should be",
      ClaimNotGrown: "a volume claim can't grow",
      ChildConflict: 'the name of a child is taken by an object of somebody else',
      FieldConflict: 'somebody else owns a field of a child',
      KindNotServed: "the cluster doesn't serve the kind of a child, or one that is asked for",
      KindNotListed: "objects of a kind aren't known yet, and what depends on them stays as it is",
      KindForbidden: 'the operator may not list and watch a kind, and what depends on it stays as it is',
      AccessDenied: 'the operator lacks a right',
      RenderFailed: "children can't be made of the spec",
      TerminalError: 'the operator gives up until something changes',
      PruneHeld: 'more would be deleted than is safe',
      HotLoop: 'the same field is written again and again',
      StatusInvalid: 'the API server refuses the status',
      ApiError: 'the API server refuses something else',
      PassTimeout: 'the operator takes too long, and tries again',
      ReconcileFailed: 'the operator failed, and tries again',
      CleanupFailed: "what is to be cleaned up before the deletion can't be",
    } satisfies Record<ProblemReason | 'AsExpected', string>,
  },
  {
    type: 'Incomplete',
    meaning: 'All goes on, without something that can be done without; else the condition is absent.',
    reasons: { KindNotServed: "the cluster doesn't serve the kind of a child, or of what is referred to" },
  },
  {
    type: 'Paused',
    meaning: 'The operator leaves the object and its children alone; else the condition is absent.',
    reasons: { Annotated: 'an annotation says so, as the message tells' },
  },
];
