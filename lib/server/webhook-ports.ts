import type { Clock } from '../clock/index.ts';
import type { Logger, Metrics } from '../telemetry/index.ts';

/** What the endpoints of webhooks need of the process. */
export interface WebhookPorts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'webhook' | 'conversion'>;
}
