import type { Construct } from 'constructs';
import { PodMonitor } from '../monitoring/imports/monitoring.coreos.com/v1/index.ts';
import { labelsOf } from './names.ts';

/** Has the Prometheus operator scrape Patroni, which reports the role, the timeline and the WAL of each server. */
export class ServerMonitor extends PodMonitor {
  constructor(scope: Construct, id: string, cluster: string) {
    const labels = labelsOf(cluster);
    super(scope, id, {
      metadata: { name: cluster, labels },
      spec: { selector: { matchLabels: labels }, podMetricsEndpoints: [{ port: 'patroni', path: '/metrics' }] },
    });
  }
}
