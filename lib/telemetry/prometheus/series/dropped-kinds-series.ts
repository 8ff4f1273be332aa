import type { Registry } from 'prom-client';
import type { Metrics } from '../../metrics.ts';
import type { PrometheusClient } from '../prometheus-client.ts';

/** Registers a series for alerts that controller-runtime doesn't have. */
export function droppedKindsSeries({ Gauge }: PrometheusClient, registry: Registry): Metrics['droppedKinds'] {
  const dropped = new Gauge({
    name: 'operand_dropped_kinds',
    help: 'Kinds of children that earlier releases owned, and that the definition neither owns nor retires',
    registers: [registry],
  });
  return (count) => dropped.set(count);
}
