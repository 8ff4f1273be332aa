import type { IConstruct } from 'constructs';
import type { ResourceDefinition } from '../../api/index.ts';

/**
 * The name of a webhook: `<path>.<singular>.<group>`, the ids from its operator down in kebab case, such as
 * `no-shrink.database.db.example.com`. Two webhooks of an operator may come to the same name; that is a finding of theirs.
 */
export function webhookName(
  webhook: IConstruct,
  operator: IConstruct,
  { singular, group }: Pick<ResourceDefinition, 'singular' | 'group'>,
): string {
  const ids = webhook.node.scopes.slice(operator.node.scopes.length).map(({ node }) => node.id);
  return `${ids.map(kebabCase).join('-')}.${singular}.${group}`;
}

/** A construct's id as Kubernetes writes names: `NoShrink` → `no-shrink`. */
export function kebabCase(id: string): string {
  return id
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
