import type { CustomResourceClass, Lookup, Use } from '../api/index.ts';
import type { Client } from '../client/index.ts';
import type { Clock } from '../clock/index.ts';
import type { Logger, Metrics } from '../telemetry/index.ts';

/** What a webhook is to its endpoint, whatever it does. */
export interface ReviewingWebhook {
  readonly name: string;
  readonly props: { readonly for: CustomResourceClass; readonly uses?: readonly Use[] };
}

/** What the endpoints of admission webhooks need of the process. */
export interface WebhookPorts extends ConversionPorts {
  /** What callbacks read and write with. */
  readonly client: Client;
  /** What they write as. */
  readonly fieldManager: string;
  /** What the callbacks of a webhook look objects up with. @param namespace - that of the object in the request. */
  readonly lookupOf: (webhook: ReviewingWebhook, namespace: string | undefined) => Lookup;
}

/** What the endpoint of conversions needs of the process. */
export interface ConversionPorts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'webhook' | 'conversion' | 'declared'>;
}
