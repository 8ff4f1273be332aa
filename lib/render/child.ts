import type { IConstruct } from 'constructs';
import { type Kind, type KubernetesObject, type ObjectKey, readinessWaits } from '../api/index.ts';
import { getOrMake } from '../schema/index.ts';

/** An object rendered from a resource, with its name, namespace and owner. */
export interface Child {
  readonly kind: Kind;
  readonly key: ObjectKey;
  readonly object: KubernetesObject;
  /** The children that have to be ready before this one is created. Children of one construct share one list. @default none */
  readonly waitsFor?: readonly ChildGroup[];
}

/** The children of one construct, in one list that all children which wait for them share. */
export type ChildGroup = readonly Omit<Child, 'waitsFor'>[];

/**
 * Returns each child with the children that it waits for, from `waitUntilReady` of its construct and of the parents of
 * this.
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
    return getOrMake(groups, awaited, () =>
      awaited.node.findAll().flatMap((construct) => children.get(construct) ?? []),
    );
  };

  const waitsOf = (construct: IConstruct): readonly ChildGroup[] =>
    getOrMake(waits, construct, () => {
      const around = construct.node.scope === undefined ? [] : waitsOf(construct.node.scope);
      const own = readinessWaits(construct).map((awaited) => groupOf(construct, awaited));
      // If a construct waits for a part of itself, that part doesn't wait.
      const isPartOf = groups.get(construct);
      const inherited = isPartOf === undefined ? around : around.filter((group) => group !== isPartOf);
      return own.length === 0 ? inherited : [...inherited, ...own];
    });

  return Array.from(children, ([construct, child]) => {
    const waitsFor = waitsOf(construct);
    return waitsFor.length === 0 ? child : { ...child, waitsFor };
  });
}
