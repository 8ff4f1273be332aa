import type { Metrics, WebhookMetrics } from '../../metrics.ts';
import type { SeriesRegistry } from '../prometheus-client.ts';
import { nanosecondBuckets } from './nanosecond-buckets.ts';

/** Registers controller-runtime's series for requests to webhooks. */
export function webhookSeries(series: SeriesRegistry): Metrics['webhook'] {
  const total = series.counter(
    'controller_runtime_webhook_requests_total',
    'Requests of API servers by webhook and HTTP status',
    'webhook',
    'code',
  );
  const latency = series.histogram(
    'controller_runtime_webhook_latency_seconds',
    'Duration of requests of API servers by webhook',
    nanosecondBuckets,
    'webhook',
  );
  const inFlight = series.gauge(
    'controller_runtime_webhook_requests_in_flight',
    'Requests of API servers under way by webhook',
    'webhook',
  );

  return (webhook): WebhookMetrics => {
    for (const code of ['200', '500']) total.inc({ webhook, code }, 0);
    inFlight.inc({ webhook }, 0);
    return {
      requestStarted: () => inFlight.inc({ webhook }),
      requestEnded(code, durationMs) {
        inFlight.dec({ webhook });
        latency.observe({ webhook }, durationMs / 1000);
        total.inc({ webhook, code: String(code) });
      },
    };
  };
}
