import type { IConstruct } from 'constructs';
import { isSubdomain } from '../../api/index.ts';

/**
 * Returns the ids from below an operator down to a construct, as Kubernetes writes names: `Storage/NoShrink` →
 * `storage-no-shrink`.
 */
export function kebabPath(construct: IConstruct, operator: IConstruct): string {
  const below = construct.node.scopes.slice(operator.node.scopes.length);
  return below.map(({ node }) => kebabCaseId(node.id)).join('-');
}

function kebabCaseId(id: string): string {
  return id
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/**
 * Yields findings for the ids in a construct's path that change when {@link kebabPath} makes them part of a name, one
 * sentence each with its remedy.
 */
export function* kebabPathFindings(construct: IConstruct, operator: IConstruct): Iterable<string> {
  if (!isSubdomain(kebabPath(construct, operator))) return; // a finding of the name
  for (const { node } of construct.node.scopes.slice(operator.node.scopes.length)) {
    if (!/^[-_A-Za-z0-9]+$/.test(node.id))
      yield `the id '${node.id}' is part of a name in the cluster: write it with letters, digits, '-' and '_'`;
  }
}
