import type { Metrics } from '../telemetry/index.ts';
import type { GetEndpoint } from './endpoint.ts';

/** Returns the endpoint of `metrics` for scrapers. */
export function metricsEndpoint(metrics: Pick<Metrics, 'contentType' | 'text'>): GetEndpoint {
  return async () => ({ status: 200, contentType: metrics.contentType, body: await metrics.text() });
}
