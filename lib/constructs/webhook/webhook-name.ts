import type { IConstruct } from 'constructs';
import type { ResourceDefinition } from '../../api/index.ts';
import { kebabPath } from './kebab-path.ts';

/**
 * Returns the name of a webhook: `<path>.<singular>.<group>`, such as `no-shrink.database.db.example.com`. The path is
 * the ids from its operator down in kebab case. If two webhooks of an operator get the same name, that is a finding.
 */
export function webhookName(
  webhook: IConstruct,
  operator: IConstruct,
  { singular, group }: Pick<ResourceDefinition, 'singular' | 'group'>,
): string {
  return `${kebabPath(webhook, operator)}.${singular}.${group}`;
}
