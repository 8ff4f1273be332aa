import type { Metrics } from '../telemetry/index.ts';
import type { GetEndpoint } from './endpoint.ts';

/** The endpoint that scrapers of `metrics` ask. */
export function metricsEndpoint(metrics: Pick<Metrics, 'contentType' | 'text'>): GetEndpoint {
  return async () => ({ status: 200, contentType: metrics.contentType, body: await metrics.text() });
}
