import type { Metrics } from '../metrics.ts';
import { certificateFilesSeries } from './series/certificate-files-series.ts';
import { clientSeries } from './series/client-series.ts';
import { controllerSeries } from './series/controller-series.ts';
import { conversionSeries } from './series/conversion-series.ts';
import { declaredSeries } from './series/declared-series.ts';
import { droppedKindsSeries } from './series/dropped-kinds-series.ts';
import { installationSeries } from './series/installation-series.ts';
import { leaderElectionSeries } from './series/leader-election-series.ts';
import { reconcileSeries } from './series/pass-series.ts';
import { queueSeries } from './series/queue-series.ts';
import { webhookSeries } from './series/webhook-series.ts';

/**
 * Returns metrics with the names, labels and buckets of controller-runtime, so that existing dashboards and alerts work
 * unchanged. Adds the Prometheus client's own process metrics.
 *
 * Loads prom-client only when called.
 *
 * @see https://book.kubebuilder.io/reference/metrics-reference
 */
export async function prometheusMetrics(): Promise<Metrics> {
  const { collectProcessMetrics, prometheusClient: client } = await import('./prometheus-client.ts');
  const registry = new client.Registry();
  collectProcessMetrics(registry);
  return {
    controller: controllerSeries(client, registry),
    pass: reconcileSeries(client, registry),
    queue: queueSeries(client, registry),
    client: clientSeries(client, registry),
    leaderElection: leaderElectionSeries(client, registry),
    droppedKinds: droppedKindsSeries(client, registry),
    webhook: webhookSeries(client, registry),
    conversion: conversionSeries(client, registry),
    certificateFiles: certificateFilesSeries(client, registry),
    installation: installationSeries(client, registry),
    declared: declaredSeries(client, registry),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}
