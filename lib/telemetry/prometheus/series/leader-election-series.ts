import type { Registry } from 'prom-client';
import type { LeaderElectionMetrics, Metrics } from '../../metrics.ts';
import type { PrometheusClient } from '../prometheus-client.ts';

/** Registers controller-runtime's series for leader election. */
export function leaderElectionSeries({ Gauge }: PrometheusClient, registry: Registry): Metrics['leaderElection'] {
  const status = new Gauge({
    name: 'leader_election_master_status',
    help: 'Whether this process holds the Lease: 1 yes, 0 no',
    labelNames: ['name'] as const,
    registers: [registry],
  });
  return (name): LeaderElectionMetrics => ({
    leads: () => status.set({ name }, 1),
    follows: () => status.set({ name }, 0),
  });
}
