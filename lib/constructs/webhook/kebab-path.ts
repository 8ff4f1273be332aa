import type { IConstruct } from 'constructs';

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
