import type { Registry } from 'prom-client';
import type { ClientMetrics, Metrics } from '../../metrics.ts';
import type { PrometheusClient } from '../prometheus-client.ts';

/** Registers controller-runtime's series for requests to API servers. */
export function clientSeries({ Counter }: PrometheusClient, registry: Registry): Metrics['client'] {
  const requests = new Counter({
    name: 'rest_client_requests_total',
    help: 'HTTP requests to the API server by status, method and host',
    labelNames: ['code', 'method', 'host'] as const,
    registers: [registry],
  });
  return (): ClientMetrics => ({ requestEnded: ({ code, method, host }) => requests.inc({ code, method, host }) });
}
