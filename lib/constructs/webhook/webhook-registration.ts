import type { Construct } from 'constructs';
import { type CustomResourceClass, resolveKind } from '../../api/index.ts';
import { useGrants } from '../access/use-grants.ts';
import { Operator } from '../operator.ts';
import { idFindings } from './id-finding.ts';
import { readFindings, readFollowings, readGrants } from './read-kind.ts';
import { type Operation, type WebhookEntry, webhookEntry } from './webhook-entry.ts';
import { type CheckedWebhook, webhookFindings } from './webhook-finding.ts';
import { webhookName } from './webhook-name.ts';
import type { WebhookProps } from './webhook-props.ts';

/** What a webhook of one sort is registered with. */
export interface WebhookRegistration {
  readonly type: 'Validating' | 'Mutating';
  /** Where API servers ask it. */
  readonly path: (webhook: { readonly name: string }) => string;
  /** What they ask about. */
  readonly operations: readonly Operation[];
  /** What its entry says that those of other sorts don't. @default nothing */
  readonly settings?: Partial<WebhookEntry>;
  /** The webhooks of the same sort of an operator. */
  readonly siblings: (operator: Operator) => readonly CheckedWebhook[];
}

/**
 * Registers a webhook with the operator that it belongs to, and has its settings checked with the tree.
 *
 * @returns its name among all webhooks of a cluster.
 * @throws TypeError if it belongs to no operator.
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
  operator.grant(readGrants(readFollowings(props)));
  operator.webhooks.register(type, () => ({
    ...webhookEntry(props, { name, definition, operations, client: operator.webhooks.client(path({ name })) }),
    ...settings,
  }));
  webhook.node.addValidation({
    validate: () => [
      ...idFindings(webhook, operator),
      ...webhookFindings({ name, node: webhook.node, props }, siblings(operator)),
      ...readFindings(props),
    ],
  });
  return name;
}
