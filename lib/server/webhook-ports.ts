import type { Client } from '../client/index.ts';
import type { Clock } from '../clock/index.ts';
import type { Logger, Metrics } from '../telemetry/index.ts';

/** What the endpoints of admission webhooks need of the process. */
export interface WebhookPorts extends ConversionPorts {
  /** What callbacks read and write with. */
  readonly client: Client;
  /** What they write as. */
  readonly fieldManager: string;
}

/** What the endpoint of conversions needs of the process. */
export interface ConversionPorts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'webhook' | 'conversion' | 'declared'>;
}
