import type { ProblemReason } from '../api/index.ts';
import { markdownTable } from './markdown/block.ts';
import { inlineCode } from './markdown/inline.ts';
import { cellText } from './markdown/prose.ts';

/** A condition that an operator reports. */
export interface ConditionType {
  readonly type: string;
  /** The meaning of the status True. */
  readonly meaning: string;
  /** Reason → its meaning. */
  readonly reasons: Readonly<Record<string, string>>;
}

/** Returns the conditions of a status and their reasons, as Markdown. */
export function conditionTable(conditions: readonly ConditionType[]): string {
  const rows = conditions.map(({ type, meaning, reasons }) => [
    inlineCode(type),
    cellText(meaning),
    Object.entries(reasons)
      .map(([reason, words]) => `${inlineCode(reason)}: ${cellText(words)}`)
      .join('<br/>'),
  ]);
  return `Conditions:\n\n${markdownTable(['Type', 'True if', 'Reasons'], rows)}`;
}

/** The conditions that every operator of the library reports, each with all its reasons. */
export const standardConditionTypes: readonly ConditionType[] = [
  {
    type: 'Ready',
    meaning: 'The children match the spec, and are ready.',
    reasons: {
      ChildrenReady: 'nothing remains to be done',
      ChildrenNotReady: 'children are not ready yet, as the message explains',
      WaitingForChild: "a child isn't created yet, because another one isn't ready",
    },
  },
  {
    type: 'Progressing',
    meaning: 'The operator is working towards the spec.',
    reasons: {
      Settled: 'nothing remains to be done',
      ChildrenNotReady: 'children are not ready yet',
      Recreating: 'a child is deleted, and then created again',
      WaitingForChild: "a child isn't created yet, because another one isn't ready",
      DeletionsWaiting: 'children wait until others are deleted',
    },
  },
  {
    type: 'Degraded',
    meaning: 'A user or an administrator has to act; Ready has the same reason then.',
    reasons: {
      AsExpected: 'no problem is known',
      ChildFailed: 'a child reports a failure',
      ChildInvalid: 'the API server rejects a child',
      ChildImmutable: "a child can't be changed to its desired state",
      ClaimNotGrown: "a volume claim can't grow",
      ChildConflict: 'another object, which the operator does not own, has the name of a child',
      FieldConflict: 'another field manager owns a field of a child',
      KindNotServed: "the cluster doesn't serve the kind of a child, or a required one",
      KindNotListed: "the list of a kind isn't complete yet, and dependent children stay unchanged",
      CacheFull: "the objects of the namespace don't fit into the operator's memory, and stay unchanged",
      KindForbidden: 'the operator may not list and watch a kind, and dependent children stay unchanged',
      AccessDenied: 'the operator lacks a right',
      RenderFailed: "the spec can't be rendered to children",
      TerminalError: 'the operator gives up until something changes',
      PruneHeld: 'the deletion of more objects than is safe is blocked',
      HotLoop: 'the same field is written again and again',
      StatusInvalid: 'the API server rejects the status',
      ApiError: 'the API server rejects another request',
      PassTimeout: 'the operator takes too long, and tries again',
      ReconcileFailed: 'the operator failed, and tries again',
      CleanupFailed: 'the cleanup before the deletion fails',
    } satisfies Record<ProblemReason | 'AsExpected', string>,
  },
  {
    type: 'Incomplete',
    meaning: 'The operator works without an optional part; else the condition is absent.',
    reasons: { KindNotServed: "the cluster doesn't serve the kind of a child, or of a referenced object" },
  },
  {
    type: 'Paused',
    meaning: "The operator doesn't change the object and its children; else the condition is absent.",
    reasons: { Annotated: 'an annotation pauses it, as the message explains' },
  },
];
