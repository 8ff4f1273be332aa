import type { Registry } from 'prom-client';
import type { Metrics, ReconcileMetrics } from '../../metrics.ts';
import type { PrometheusClient } from '../prometheus-client.ts';

/** Registers series for reconciles that controller-runtime doesn't have. */
export function reconcileSeries({ Gauge }: PrometheusClient, registry: Registry): Metrics['pass'] {
  const registers = [registry];
  const labelNames = ['controller'] as const;
  const hotLoops = new Gauge({
    name: 'operand_hot_loops',
    help: 'Resources slowed down because their passes write the same again and again, by controller',
    labelNames,
    registers,
  });
  const waiting = new Gauge({
    name: 'operand_deletions_waiting',
    help: 'Children that wait for their deletion because so many have been deleted lately, by controller',
    labelNames,
    registers,
  });
  return (controller): ReconcileMetrics => {
    hotLoops.set({ controller }, 0);
    waiting.set({ controller }, 0);
    return {
      hotLoops: (count) => hotLoops.set({ controller }, count),
      deletionsWaiting: (count) => waiting.set({ controller }, count),
    };
  };
}
