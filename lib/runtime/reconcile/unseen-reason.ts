import type { ProblemReason, UnseenKindError } from '../../api/index.ts';

/** What is known of a kind → the reason for which whoever asks for its objects gets no answer. */
export const unseenReasons = {
  'not-served': 'KindNotServed',
  'not-listed': 'KindNotListed',
  forbidden: 'KindForbidden',
} as const satisfies Record<UnseenKindError['listState'], ProblemReason>;
