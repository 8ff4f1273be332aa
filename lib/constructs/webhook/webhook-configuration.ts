import { ApiObject, Lazy } from 'cdk8s';
import type { Construct } from 'constructs';
import type { WebhookEntry } from './webhook-entry.ts';

/** A sort of webhooks, by their effect. */
export type WebhookType = 'Validating' | 'Mutating';

/** Props of {@link WebhookConfiguration}. */
interface WebhookConfigurationProps {
  readonly name: string;
  readonly type: WebhookType;
  readonly annotations: Readonly<Record<string, string>>;
}

/**
 * The ValidatingWebhookConfiguration or MutatingWebhookConfiguration of an operator, with its webhooks in the order in
 * which they were constructed.
 */
export class WebhookConfiguration extends ApiObject {
  readonly #entries: (() => WebhookEntry)[];

  constructor(scope: Construct, id: string, { name, type, annotations }: WebhookConfigurationProps) {
    const entries: (() => WebhookEntry)[] = [];
    super(scope, id, {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: `${type}WebhookConfiguration`,
      metadata: { name, annotations },
      webhooks: Lazy.any({ produce: () => entries.map((entry) => entry()) }) as unknown,
    });
    this.#entries = entries;
  }

  /** Adds a webhook. @param entry - called at synth */
  add(entry: () => WebhookEntry): void {
    this.#entries.push(entry);
  }
}
