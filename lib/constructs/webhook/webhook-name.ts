import type { IConstruct } from 'constructs';
import type { ResourceDefinition } from '../../api/index.ts';
import { kebabPath } from './kebab-path.ts';

/**
 * The name of a webhook: `<path>.<singular>.<group>`, the ids from its operator down in kebab case, such as
 * `no-shrink.database.db.example.com`. Two webhooks of an operator may come to the same name; that is a finding of theirs.
 */
export function webhookName(
  webhook: IConstruct,
  operator: IConstruct,
  { singular, group }: Pick<ResourceDefinition, 'singular' | 'group'>,
): string {
  return `${kebabPath(webhook, operator)}.${singular}.${group}`;
}
