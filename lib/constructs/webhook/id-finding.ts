import type { IConstruct } from 'constructs';
import { isSubdomain } from '../../api/index.ts';
import { kebabPath } from './kebab-path.ts';

/**
 * Yields findings for the ids in a construct's path that change when they become part of a name, one sentence each with
 * its remedy.
 */
export function* idFindings(construct: IConstruct, operator: IConstruct): Iterable<string> {
  if (!isSubdomain(kebabPath(construct, operator))) return; // a finding of the name
  for (const { node } of construct.node.scopes.slice(operator.node.scopes.length)) {
    if (!/^[-_A-Za-z0-9]+$/.test(node.id))
      yield `the id '${node.id}' is part of a name in the cluster: write it with letters, digits and '-'`;
  }
}
