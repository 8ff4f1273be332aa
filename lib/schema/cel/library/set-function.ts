import type { Library } from '../overload.ts';
import type { CelList, CelValue } from '../value/cel-value.ts';
import { isEqual } from '../value/value-comparison.ts';

function setHasItem({ items }: CelList, item: CelValue): boolean {
  return items.some((other) => isEqual(other, item));
}

function setContains(list: CelList, sublist: CelList): boolean {
  return sublist.items.every((item) => setHasItem(list, item));
}

/** Set functions of lists. */
export const sets: Library = {
  'sets:contains(list<A>, list<A>): bool': setContains,
  'sets:equivalent(list<A>, list<A>): bool': (one: CelList, other: CelList) =>
    setContains(one, other) && setContains(other, one),
  'sets:intersects(list<A>, list<A>): bool': (one: CelList, other: CelList) =>
    one.items.some((item) => setHasItem(other, item)),
};
