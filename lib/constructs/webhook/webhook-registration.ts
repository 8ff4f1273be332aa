import type { Construct, IConstruct } from 'constructs';
import { type CustomResourceClass, type ResourceDefinition, resolveKind } from '../../api/index.ts';
import { kindGrant, useGrants } from '../access/needed-grant.ts';
import { Operator } from '../operator.ts';
import { kebabPath, kebabPathFindings } from './kebab-path.ts';
import { cachedReadKinds, readFindings } from './read-kind.ts';
import { type Operation, type WebhookEntry, webhookEntry } from './webhook-entry.ts';
import { type CheckedWebhook, webhookFindings } from './webhook-finding.ts';
import type { WebhookProps } from './webhook-props.ts';

/** The settings by which a webhook of one sort is registered. */
export interface WebhookRegistration {
  readonly type: 'Validating' | 'Mutating';
  /** Returns the path to which API servers send requests. */
  readonly path: (webhook: { readonly name: string }) => string;
  /** The operations for which API servers send requests. */
  readonly operations: readonly Operation[];
  /** Fields of its entry that other sorts don't have. @default none */
  readonly settings?: Partial<WebhookEntry>;
  /** Returns the operator's webhooks of the same sort. */
  readonly siblings: (operator: Operator) => readonly CheckedWebhook[];
}

/**
 * Registers a webhook with its operator, and adds a validation of its settings to the construct.
 *
 * @returns its name among all webhooks of a cluster.
 * @throws TypeError if it has no operator above it.
 * @throws UnknownKindError if a class in `uses` or `reads` stands for neither a custom resource nor a built-in kind.
 */
export function registerWebhook(
  webhook: Construct,
  props: WebhookProps<CustomResourceClass>,
  { type, path, operations, settings, siblings }: WebhookRegistration,
): string {
  const operator = Operator.of(webhook);
  const { definition } = props.for;
  const name = webhookName(webhook, operator, definition);
  operator.define(props.for);
  operator.grant(useGrants((props.uses ?? []).map(({ kind, verbs }) => ({ kind: resolveKind(kind), verbs }))));
  operator.grant(cachedReadKinds(props).map(({ kind }) => kindGrant(kind, 'watch')));
  operator.webhooks.register(type, () => ({
    ...webhookEntry(props, { name, definition, operations, client: operator.webhooks.client(path({ name })) }),
    ...settings,
  }));
  webhook.node.addValidation({
    validate: () => [
      ...kebabPathFindings(webhook, operator),
      ...webhookFindings({ name, node: webhook.node, props }, siblings(operator)),
      ...readFindings(props),
    ],
  });
  return name;
}

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
