import type { Registry } from 'prom-client';
import type { InstallationMetrics, Metrics } from '../../metrics.ts';
import type { PrometheusClient } from '../prometheus-client.ts';

/**
 * Registers series for the objects that configure API servers for the operator, which controller-runtime doesn't have.
 */
export function installationSeries({ Counter, Gauge }: PrometheusClient, registry: Registry): Metrics['installation'] {
  const registers = [registry];
  const labelNames = ['kind', 'name'] as const;
  const defects = new Gauge({
    name: 'operand_installation_defects',
    help: 'Parts of an installed object (CRD, webhook configuration, policy, binding) that no longer do what its manifest says',
    labelNames,
    registers,
  });
  const restorations = new Counter({
    name: 'operand_installation_restorations_total',
    help: 'How often the manager has restored an installed object',
    labelNames,
    registers,
  });
  return (): InstallationMetrics => ({
    defects: ({ kind, name }, count) => defects.set({ kind, name }, count),
    restored: ({ kind, name }) => restorations.inc({ kind, name }),
  });
}
