// In: the seed, the watcher and the number of its request. Out: the faults of that request. Pure, so that a run can be
// repeated. Called by `FaultyNetwork` for each request of a watcher and for each connection.

import type { Admission } from '../proxy/api-proxy.ts';
import { Chance } from './chance.ts';

/** A fault of any request. */
export type RequestFault =
  | 'reset before the request'
  | 'response lost'
  | 'silence'
  | '429'
  | '429 with Retry-After'
  | '500'
  | '503 with Retry-After'
  | 'bad gateway'
  | 'garbled response'
  | '410'
  | 'expired token'
  | 'expired token, renewed late'
  | 'swapped certificate'
  | 'swapped certificate, trusted late'
  | 'network cut'
  | 'network frozen'
  | "server's own 410";

/** A fault of a stream after some of its lines. The last three don't end it: another fault follows. */
export type StreamFault =
  | 'cut between lines'
  | 'cut mid-line'
  | 'cut mid-UTF-8'
  | 'reset mid-stream'
  | 'stall'
  | 'stall mid-line'
  | 'early end'
  | 'end mid-line'
  | 'garbled line'
  | '410 in stream'
  | '500 in stream'
  | LastingFault;

/** A fault that leaves the stream open. */
export type LastingFault = 'slow drip' | 'duplicate bookmark' | 'late bookmark';

/** A fault of a page of a list. */
export type PageFault =
  | 'page cut'
  | 'page cut mid-UTF-8'
  | 'page reset'
  | 'page stalled'
  | 'page dripping'
  | 'page of an expired list';

/** The name of a fault. The last one is not an error: a server without streaming lists refuses them in this way. */
export type FaultName = RequestFault | StreamFault | PageFault | 'no streaming lists';

/** The faults and limits of one request. */
export interface Plan {
  /** In order; all but the last leave the stream open. */
  readonly faults: readonly PlannedFault[];
  /** The timeout that the request asks for. */
  readonly streamSeconds: number;
  /** The page size that the request asks for. */
  readonly pageSize: number;
}

/** A fault with its place. */
export interface PlannedFault {
  readonly name: FaultName;
  /** The number of lines since the previous fault. */
  readonly afterLines: number;
  /** The place in the line or page, from 0, included, to 1, excluded. */
  readonly place: number;
  /** The number of repetitions or the duration, depending on the fault. */
  readonly extent: number;
}

/** A request with a plan. */
export interface PlannedRequest {
  readonly type: 'page' | 'later page' | 'stream' | 'stream with list';
  readonly watcher: string;
  /** The number of the watcher's request, from 1. */
  readonly number: number;
}

const requestFaults: Readonly<Record<RequestFault, number>> = {
  'reset before the request': 3,
  'response lost': 2,
  silence: 0.2,
  '429': 2,
  '429 with Retry-After': 2,
  '500': 3,
  '503 with Retry-After': 1,
  'bad gateway': 2,
  'garbled response': 1,
  '410': 3,
  'expired token': 3,
  'expired token, renewed late': 1,
  'swapped certificate': 1.5,
  'swapped certificate, trusted late': 0.1,
  'network cut': 0.6,
  'network frozen': 0.1,
  "server's own 410": 3,
};

const lastingFaults: Readonly<Record<LastingFault, number>> = {
  'slow drip': 4,
  'duplicate bookmark': 5,
  'late bookmark': 5,
};

const endingFaults: Readonly<Record<Exclude<StreamFault, LastingFault>, number>> = {
  'cut between lines': 6,
  'cut mid-line': 10,
  'cut mid-UTF-8': 10,
  'reset mid-stream': 6,
  stall: 0.3,
  'stall mid-line': 0.2,
  'early end': 6,
  'end mid-line': 6,
  'garbled line': 3,
  '410 in stream': 4,
  '500 in stream': 3,
};

const pageFaults: Readonly<Record<PageFault, number>> = {
  'page cut': 4,
  'page cut mid-UTF-8': 4,
  'page reset': 3,
  'page stalled': 0.3,
  'page dripping': 2,
  'page of an expired list': 3,
};

/** Returns the plan for a request; the same for the same seed, watcher and number. */
export function faultPlan(seed: number, { type, watcher, number }: PlannedRequest): Plan {
  const chance = new Chance(seed, watcher, number);
  const streamSeconds = 1 + chance.below(4);
  const pageSize = 5 + chance.below(60);
  const isStream = type === 'stream' || type === 'stream with list';
  // A stream that begins with a list has the list's lines to break in, and later ones.
  const mostLines = type === 'stream with list' ? 120 : chance.pick([1, 3, 3, 8]);
  const fault = (name: FaultName): PlannedFault => ({
    name,
    afterLines: chance.below(mostLines),
    place: chance.fraction(),
    extent: 1 + chance.below(5),
  });
  // Enough pages must get through for complete lists.
  if (chance.happens(isStream ? 0.04 : 0.5)) return { faults: [], streamSeconds, pageSize };
  if (type === 'stream with list' && chance.happens(0.2)) {
    return { faults: [fault('no streaming lists')], streamSeconds, pageSize };
  }
  if (chance.happens(0.25)) return { faults: [fault(chance.weighted(requestFaults))], streamSeconds, pageSize };
  if (!isStream) {
    const { 'page of an expired list': expired, ...ofAnyPage } = pageFaults;
    const weights = type === 'later page' ? { ...ofAnyPage, 'page of an expired list': expired } : ofAnyPage;
    return { faults: [fault(chance.weighted<FaultName>(weights))], streamSeconds, pageSize };
  }
  const lasting = Array.from({ length: chance.pick([0, 0, 1, 1, 2]) }, () => fault(chance.weighted(lastingFaults)));
  return { faults: [...lasting, fault(chance.weighted(endingFaults))], streamSeconds, pageSize };
}

/** Returns the fate of the n-th connection of a client; the same for the same seed and numbers. */
export function plannedAdmission(seed: number, client: string, number: number): Admission {
  return new Chance(seed, client, 'connection', number).weighted({ serve: 97, reset: 2, garble: 0.9, hold: 0.1 });
}
