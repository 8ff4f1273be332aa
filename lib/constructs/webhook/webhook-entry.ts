import type { AdmissionRequest, ResourceDefinition } from '../../api/index.ts';
import type { LabelSelector } from '../selector/label-selector.ts';
import type { MatchCondition, WebhookProps } from './webhook-props.ts';

/** How API servers reach an endpoint of an operator. */
export interface WebhookClient {
  readonly service: {
    readonly name: string;
    readonly namespace: string;
    readonly path: string;
    /** Of the Service. */
    readonly port: number;
  };
  /** PEM in base64. @default whoever issues the certificate puts it there */
  readonly caBundle?: string;
}

/** What an API server may be about to do with an object. */
export type Operation = AdmissionRequest['operation'];

/**
 * One webhook as a ValidatingWebhookConfiguration or a MutatingWebhookConfiguration has it.
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
  /** Of mutating webhooks. */
  readonly reinvocationPolicy?: 'IfNeeded' | 'Never';
}

/** Which requests a webhook is asked about. */
export interface WebhookRule {
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  readonly resources: readonly string[];
  readonly operations: readonly Operation[];
  readonly scope: 'Namespaced' | 'Cluster';
}

/** What a {@link webhookEntry} is made of beside its author's settings. */
export interface WebhookEntryParts {
  readonly name: string;
  readonly definition: ResourceDefinition;
  readonly operations: readonly Operation[];
  readonly client: WebhookClient;
}

/**
 * The entry of a webhook, with all defaults written out.
 *
 * It names the storage version alone: by `Equivalent`, requests in another version are converted before they come.
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
