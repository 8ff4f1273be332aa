import type { CustomResourceClass, Lookup, Use } from '../api/index.ts';
import type { Client } from '../client/index.ts';
import type { Metrics } from '../telemetry/index.ts';
import type { ListenerPorts } from './listener-ports.ts';

/** A webhook as seen by its endpoint. */
export interface ReviewingWebhook {
  readonly name: string;
  readonly props: { readonly for: CustomResourceClass; readonly uses?: readonly Use[] };
}

/** The inputs of admission webhooks' endpoints from the process. */
export interface WebhookPorts extends ConversionPorts {
  /** The client of callbacks. */
  readonly client: Client;
  /** The field manager of their writes. */
  readonly fieldManager: string;
  /** Returns the lookup for the callbacks of a webhook. @param namespace - the namespace of the request's object. */
  readonly lookupOf: (webhook: ReviewingWebhook, namespace: string | undefined) => Lookup;
  /** Returns true if the caches of a webhook's lookups are listed. */
  readonly isListed: (webhook: ReviewingWebhook) => boolean;
}

/** The inputs of the conversion endpoint from the process. */
export interface ConversionPorts extends ListenerPorts {
  readonly metrics: Pick<Metrics, 'webhook' | 'conversion' | 'declaredMetric'>;
}
