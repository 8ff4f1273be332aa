// In: the objects of a resource's chart and their children. Out: the same children, each with those that it waits for.
// Called by `render`.

import type { IConstruct } from 'constructs';
import { readinessWaits } from '../api/index.ts';
import type { Child, ChildGroup } from './child.ts';

/**
 * Returns the children with those that they wait for, from `waitUntilReady` of their constructs and of the parents of
 * these.
 *
 * @throws an Error if one waits for a construct of another tree, whose objects never become children.
 */
export function childrenWithWaits(children: ReadonlyMap<IConstruct, Child>): Child[] {
  const groups = new Map<IConstruct, ChildGroup>();
  const waits = new Map<IConstruct, readonly ChildGroup[]>();

  const groupOf = (waiting: IConstruct, awaited: IConstruct): ChildGroup => {
    if (awaited.node.root !== waiting.node.root) {
      throw new Error(
        `[${waiting.node.path}] waits for [${awaited.node.path}], which isn't built under the scope of \`render\`: build it there`,
      );
    }
    const known = groups.get(awaited);
    if (known !== undefined) return known;
    const group = awaited.node.findAll().flatMap((construct) => children.get(construct) ?? []);
    groups.set(awaited, group);
    return group;
  };

  const waitsOf = (construct: IConstruct): readonly ChildGroup[] => {
    const known = waits.get(construct);
    if (known !== undefined) return known;
    const around = construct.node.scope === undefined ? [] : waitsOf(construct.node.scope);
    const own = readinessWaits(construct).map((awaited) => groupOf(construct, awaited));
    // If a construct waits for a part of itself, that part doesn't wait.
    const isPartOf = groups.get(construct);
    const inherited = isPartOf === undefined ? around : around.filter((group) => group !== isPartOf);
    const all = own.length === 0 ? inherited : [...inherited, ...own];
    waits.set(construct, all);
    return all;
  };

  return Array.from(children, ([construct, child]) => {
    const waitsFor = waitsOf(construct);
    return waitsFor.length === 0 ? child : { ...child, waitsFor };
  });
}
