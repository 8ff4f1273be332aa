import { includesRight, type Right, ruleAllows } from '../../constructs/index.ts';
import type { Authorization } from './authorization.ts';
import type { GrantedRight } from './granted-right.ts';

/** Returns true if a granted right allows the needed verb in the needed namespace. */
export function allows({ rule, namespace }: GrantedRight, needed: Authorization): boolean {
  return holdsInNamespace(namespace, needed) && ruleAllows(rule, needed);
}

/** Returns true if a right in one namespace, or in all of them, covers the namespace of a needed right. */
export function holdsInNamespace(namespace: string | undefined, needed: Authorization): boolean {
  return namespace === undefined || ('namespace' in needed && needed.namespace === namespace);
}

/** One right of a rule, and its namespace. */
export interface SingleRight extends Omit<GrantedRight, 'rule'> {
  readonly right: Right;
}

/** Returns the narrowest rights that allow `need`: those to a named object, or at least in one namespace. */
export function narrowest(rights: readonly SingleRight[], need: Authorization): readonly SingleRight[] {
  const enough = rights.filter(
    ({ right, namespace }) => holdsInNamespace(namespace, need) && includesRight(right, need),
  );
  const closeness = ({ right, namespace }: SingleRight) =>
    ('name' in right && right.name !== undefined ? 2 : 0) + (namespace === undefined ? 0 : 1);
  const most = Math.max(...enough.map(closeness));
  return enough.filter((right) => closeness(right) === most);
}
