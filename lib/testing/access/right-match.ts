import { ruleAllows } from '../../constructs/index.ts';
import type { Authorization } from './authorization.ts';
import type { GrantedRight } from './granted-right.ts';

/** Whether a right that somebody has been given allows what is needed, there. */
export function allows({ rule, namespace }: GrantedRight, needed: Authorization): boolean {
  return reaches(namespace, needed) && ruleAllows(rule, needed);
}

/** Whether what is given in one namespace, or in all and outside of them, is given where it is needed. */
export function reaches(namespace: string | undefined, needed: Authorization): boolean {
  return namespace === undefined || ('namespace' in needed && needed.namespace === namespace);
}
