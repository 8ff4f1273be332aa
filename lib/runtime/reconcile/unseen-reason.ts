import type { ProblemReason, UnseenKindError } from '../../api/index.ts';

/** The list state of a kind → the reason why a request for its objects gets no answer. */
export const unseenReasons = {
  'not-served': 'KindNotServed',
  'not-listed': 'KindNotListed',
  forbidden: 'KindForbidden',
} as const satisfies Record<UnseenKindError['listState'], ProblemReason>;
