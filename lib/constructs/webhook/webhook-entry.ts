import type { AdmissionRequest, ResourceDefinition } from '../../api/index.ts';
import type { LabelSelector } from '../selector/label-selector.ts';
import type { MatchCondition, WebhookProps } from './webhook-props.ts';

/** The address of an operator's endpoint for API servers. */
export interface WebhookClient {
  readonly service: {
    readonly name: string;
    readonly namespace: string;
    readonly path: string;
    /** The port of the Service. */
    readonly port: number;
  };
  /** PEM in base64. @default the issuer of the certificate writes it */
  readonly caBundle?: string;
}

/** The operation of an admission request. */
export type Operation = AdmissionRequest['operation'];

/**
 * A webhook in a ValidatingWebhookConfiguration or a MutatingWebhookConfiguration.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/validating-webhook-configuration-v1/
 */
export interface WebhookEntry {
  readonly name: string;
  readonly clientConfig: WebhookClient;
  readonly rules: readonly WebhookRule[];
  readonly matchPolicy: 'Equivalent';
  readonly failurePolicy: 'Fail' | 'Ignore';
  readonly sideEffects: 'None' | 'NoneOnDryRun';
  /** From 1 to 30. */
  readonly timeoutSeconds: number;
  readonly admissionReviewVersions: readonly string[];
  readonly matchConditions?: readonly MatchCondition[];
  readonly namespaceSelector?: LabelSelector;
  readonly objectSelector?: LabelSelector;
  /** For mutating webhooks. */
  readonly reinvocationPolicy?: 'IfNeeded' | 'Never';
}

/** The requests that API servers send to a webhook. */
export interface WebhookRule {
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  readonly resources: readonly string[];
  readonly operations: readonly Operation[];
  readonly scope: 'Namespaced' | 'Cluster';
}

/** The parts of a {@link webhookEntry} that its author doesn't set. */
export interface WebhookEntryParts {
  readonly name: string;
  readonly definition: ResourceDefinition;
  readonly operations: readonly Operation[];
  readonly client: WebhookClient;
}

/**
 * Returns the entry of a webhook, with all defaults written out.
 *
 * It names the storage version alone: with `Equivalent`, API servers convert requests in other versions before they
 * send them.
 */
export function webhookEntry(
  props: Omit<WebhookProps<never>, 'for'>,
  { name, definition, operations, client }: WebhookEntryParts,
): WebhookEntry {
  const { group, version, plural, scope } = definition;
  const { matchConditions = [], namespaceSelector, objectSelector, timeout } = props;
  return {
    name,
    clientConfig: client,
    rules: [{ apiGroups: [group], apiVersions: [version], resources: [plural], operations, scope }],
    matchPolicy: 'Equivalent',
    failurePolicy: props.failurePolicy ?? 'Fail',
    sideEffects: props.sideEffects ?? 'None',
    timeoutSeconds: timeout?.toSeconds({ integral: false }) ?? 10,
    admissionReviewVersions: ['v1'],
    ...(matchConditions.length > 0 && { matchConditions }),
    ...(namespaceSelector !== undefined && { namespaceSelector }),
    ...(objectSelector !== undefined && { objectSelector }),
  };
}
