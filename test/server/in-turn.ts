import type { InTurn } from '../../lib/server/endpoint.ts';

/** Does work at once, as for the only request. */
export const inTurn: InTurn = async (work) => work();
