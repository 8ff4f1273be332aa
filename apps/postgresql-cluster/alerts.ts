import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { PrometheusRule } from '../monitoring/imports/monitoring.coreos.com/v1/index.ts';

/** Alerts on the metrics of Patroni, for clusters with the Prometheus operator. */
export class PostgreSQLClusterAlerts extends Chart {
  constructor(scope: Construct, id: string) {
    super(scope, id, { namespace: 'postgresql-cluster-operator-system' });
    new PrometheusRule(this, 'Rule', {
      metadata: { name: 'postgresql-cluster-operator' },
      spec: {
        groups: [
          {
            name: 'postgresql-cluster-operator',
            rules: [
              alert('PostgreSQLWithoutPrimary', {
                expr: 'group by (namespace, scope) (last_over_time(patroni_primary[1h])) unless sum by (namespace, scope) (patroni_primary) > 0',
                for: '1m',
                severity: 'critical',
                summary: 'No server of the cluster takes writes.',
              }),
              alert('PostgreSQLReplicaNotStreaming', {
                expr: 'patroni_replica == 1 and patroni_postgres_streaming == 0',
                for: '10m',
                severity: 'warning',
                summary: 'A replica receives no WAL from the primary.',
              }),
              alert('PostgreSQLServerDown', {
                expr: 'patroni_postgres_running == 0',
                for: '5m',
                severity: 'warning',
                summary: 'A server of the cluster does not run.',
              }),
              alert('PostgreSQLRestartPending', {
                expr: 'patroni_pending_restart == 1',
                for: '1h',
                severity: 'info',
                summary: 'A server has settings that need a restart.',
              }),
            ],
          },
        ],
      },
    });
  }
}

interface AlertProps {
  readonly expr: string;
  readonly for: string;
  readonly severity: 'critical' | 'warning' | 'info';
  readonly summary: string;
}

function alert(name: string, { expr, for: duration, severity, summary }: AlertProps) {
  return {
    alert: name,
    expr,
    for: duration,
    labels: { severity },
    annotations: {
      summary,
      description: 'kubectl get postgresqlclusters -o yaml shows each server, and the conditions the cause.',
    },
  };
}
