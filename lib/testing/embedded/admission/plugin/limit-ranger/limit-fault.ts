// In: one limit of a LimitRange, and the amounts that it bounds. Out: the sentences of the API server about amounts beyond it.

import type { JsonObject } from '../../../../../api/index.ts';
import { textAt } from '../../../../../schema/index.ts';
import { type Amount, type Amounts, amountsOf, amountText, zeroAmount } from '../../../resource/amount.ts';

/** The amounts that a limit bounds. Claims have no limits. */
export interface LimitedAmounts {
  readonly requests: Amounts;
  readonly limits: Amounts | undefined;
}

/** The request and the limit of one resource, and its bound. */
interface Bounded {
  readonly bound: Amount;
  readonly request: Amount | undefined;
  readonly limit: Amount | undefined;
  readonly hasLimits: boolean;
}

type Sentence = string | undefined;

/** Field of a limit → the sentence about amounts beyond it, after the resource and the type. */
const bounds: Readonly<Record<string, (bounded: Bounded, resource: string, type: string) => Sentence>> = {
  min: ({ bound, request, limit }, resource, type) => {
    const rule = `minimum ${resource} usage per ${type} is ${amountText(bound)}`;
    if (request === undefined) return `${rule}.  No request is specified`;
    if (request.billionths < bound.billionths) return `${rule}, but request is ${amountText(request)}`;
    return limit !== undefined && limit.billionths < bound.billionths
      ? `${rule}, but limit is ${amountText(limit)}`
      : undefined;
  },
  max: ({ bound, request, limit, hasLimits }, resource, type) => {
    const rule = `maximum ${resource} usage per ${type} is ${amountText(bound)}`;
    if (hasLimits && limit === undefined) return `${rule}.  No limit is specified`;
    if (limit !== undefined && limit.billionths > bound.billionths) return `${rule}, but limit is ${amountText(limit)}`;
    if (!hasLimits && request === undefined) return `${rule}.  No request is specified`;
    return request !== undefined && request.billionths > bound.billionths
      ? `${rule}, but request is ${amountText(request)}`
      : undefined;
  },
  maxLimitRequestRatio: ({ bound, request = zeroAmount, limit = zeroAmount }, resource, type) => {
    const rule = `${resource} max limit to request ratio per ${type} is ${amountText(bound)}`;
    if (request.billionths === 0n) return `${rule}, but no request is specified or request is 0`;
    if (limit.billionths === 0n) return `${rule}, but no limit is specified or limit is 0`;
    if (limit.billionths * 1_000_000_000n <= bound.billionths * request.billionths) return undefined;
    return `${rule}, but provided ratio is ${(Number(limit.billionths) / Number(request.billionths)).toFixed(6)}`;
  },
};

/** Returns the sentences about amounts beyond a limit, in the order of its resources. */
export function limitFaults(limit: JsonObject, { requests, limits }: LimitedAmounts): readonly string[] {
  return Object.entries(bounds).flatMap(([field, sentence]) =>
    Object.entries(amountsOf(limit[field]))
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([resource, bound]) => {
        const bounded = {
          bound,
          request: requests[resource],
          limit: limits?.[resource],
          hasLimits: limits !== undefined,
        };
        const found = sentence(bounded, resource, textAt(limit, 'type'));
        return found === undefined ? [] : [found];
      }),
  );
}
