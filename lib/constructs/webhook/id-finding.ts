import type { IConstruct } from 'constructs';
import { isSubdomain } from '../../api/index.ts';
import { kebabPath } from './kebab-path.ts';

/** Which of the ids that name a construct of an operator lose something on the way, one sentence each with its remedy. */
export function idFindings(construct: IConstruct, operator: IConstruct): string[] {
  if (!isSubdomain(kebabPath(construct, operator))) return []; // told of the name
  return construct.node.scopes
    .slice(operator.node.scopes.length)
    .filter(({ node }) => !/^[-_A-Za-z0-9]+$/.test(node.id))
    .map(({ node }) => `the id '${node.id}' is part of a name in the cluster: write it with letters, digits and '-'`);
}
