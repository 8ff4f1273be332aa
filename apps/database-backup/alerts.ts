import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { PrometheusRule } from '../monitoring/imports/monitoring.coreos.com/v1/index.ts';

/** Alerts on the metrics of the operator, for clusters with the Prometheus operator. */
export class DatabaseBackupAlerts extends Chart {
  constructor(scope: Construct, id: string) {
    super(scope, id, { namespace: 'database-backup-operator-system' });
    new PrometheusRule(this, 'Rule', {
      metadata: { name: 'database-backup-operator' },
      spec: {
        groups: [
          {
            name: 'database-backup-operator',
            rules: [
              alert('DatabaseBackupFailed', 'backup-failed', 'A backup of a database has failed.'),
              alert('DatabaseBackupMissed', 'missed', 'A backup has missed its starting deadline.'),
              alert('DatabaseBackupUnverified', 'verification-failed', 'An archive could not be restored.'),
            ],
          },
        ],
      },
    });
  }
}

function alert(name: string, result: string, summary: string) {
  return {
    alert: name,
    expr: `increase(database_backup_operator_runs_total{result="${result}"}[1h]) > 0`,
    labels: { severity: 'warning' },
    annotations: {
      summary,
      description:
        'kubectl get databasebackups --all-namespaces -o wide shows which one, and its conditions the cause.',
    },
  };
}
