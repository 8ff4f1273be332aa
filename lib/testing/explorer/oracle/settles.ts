import type { Oracle } from './oracle.ts';

/** No manager ends by itself, users' requests are accepted, and objects stop changing. */
export const settles: Oracle = {
  name: 'settles',
  violation: ({ failure }) => failure && { step: failure.step, details: [failure.message] },
};
