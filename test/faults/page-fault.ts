// In: a page of a list from the API server, and its fault. Out: the bytes that the client gets. Called by
// `FaultyNetwork` for each page with a planned fault.

import { buffer } from 'node:stream/consumers';
import type { ProxiedExchange } from '../proxy/proxied-exchange.ts';
import type { PlannedFault } from './fault-plan.ts';
import { dripped, withinCharacter } from './stream-fault.ts';

/** Forwards a page up to its fault. */
export async function* faultyPage(
  chunks: AsyncIterable<Buffer>,
  { name, place, extent }: PlannedFault,
  exchange: ProxiedExchange,
): AsyncGenerator<Buffer> {
  const page = await buffer(chunks);
  const part = page.subarray(0, Math.floor(place * page.length));
  switch (name) {
    case 'page cut':
      yield part;
      exchange.breakOff();
      break;
    case 'page cut mid-UTF-8':
      yield page.subarray(0, withinCharacter(page, place) ?? part.length);
      exchange.breakOff();
      break;
    case 'page reset':
      yield part;
      exchange.drop();
      break;
    case 'page stalled':
      yield part;
      await exchange.over();
      break;
    case 'page dripping':
      yield* dripped(page, extent);
      break;
    default:
      throw new RangeError(`${name} is not a fault of a page`);
  }
}
