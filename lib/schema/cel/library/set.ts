import { isEqual } from '../comparison.ts';
import type { Library } from '../overload.ts';
import type { CelList, Value } from '../value.ts';

function has({ items }: CelList, item: Value): boolean {
  return items.some((other) => isEqual(other, item));
}

function contains(list: CelList, sublist: CelList): boolean {
  return sublist.items.every((item) => has(list, item));
}

/** Set functions of lists. */
export const sets: Library = {
  'sets:contains(list<A>, list<A>): bool': contains,
  'sets:equivalent(list<A>, list<A>): bool': (one: CelList, other: CelList) =>
    contains(one, other) && contains(other, one),
  'sets:intersects(list<A>, list<A>): bool': (one: CelList, other: CelList) =>
    one.items.some((item) => has(other, item)),
};
