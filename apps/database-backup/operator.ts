import { k8s } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';
import { Controller, Counter, Histogram, ManagerAlerts, Operator, type OperatorProps, Sample } from 'operand';
import { DatabaseBackup, DatabaseRestore } from './api.ts';
import { backUp, backupUses, runLabels } from './backup.ts';
import { backupLabel, restoreLabel } from './job.ts';
import { progress } from './progress.ts';
import { restore, restoreStatus, restoreUses } from './restore.ts';
import { isRestoring, runsOf, ToolsPod } from './run.ts';
import { ReachedDatabase, ReachedStatefulSet, serverOf } from './server.ts';

export interface DatabaseBackupOperatorProps extends OperatorProps {
  /** The image with the program in `tools/`, which Jobs start. */
  readonly toolsImage: string;
}

/** Refers to the Jobs of a resource, or to their pods. @param label - the label with the name of the resource. */
function labelled(label: string) {
  return {
    labelSelector: { matchExpressions: [{ key: label, operator: 'Exists' }] },
    select: ({ metadata }: { readonly metadata: { readonly name: string } }) => [
      { labels: { [label]: metadata.name } },
    ],
  } as const;
}

/** Backs databases up by their schedules, restores archives, and verifies that they can be restored. */
export class DatabaseBackupOperator extends Operator {
  constructor(scope: Construct, id: string, { toolsImage: image, ...props }: DatabaseBackupOperatorProps) {
    super(scope, id, props);
    const runs = new Counter(this, 'Runs', {
      name: 'runs_total',
      help: 'Scheduled runs of backups and verifications, by their result.',
      labels: runLabels,
    });
    const duration = new Histogram(this, 'Duration', {
      name: 'backup_duration_seconds',
      help: 'The time of backups that succeeded.',
      buckets: [10, 60, 600, 3600, 21_600],
    });

    new Controller(this, 'Backups', {
      for: DatabaseBackup,
      references: [
        { kind: ReachedDatabase, names: ({ spec }) => [spec.databaseName], whenNotServed: 'ignore' },
        { kind: ReachedStatefulSet, names: ({ spec }) => [spec.databaseName] },
        { kind: k8s.KubeJob, ...labelled(backupLabel) },
        { kind: ToolsPod, ...labelled(backupLabel) },
      ],
      uses: backupUses,
      render: (_scope, { metadata, spec, references }) => ({
        server: serverOf(spec, references),
        runs: runsOf(metadata.uid, references.list(k8s.KubeJob), references.list(ToolsPod)),
        isRestoring: isRestoring(references.list(k8s.KubeJob)),
      }),
      reconcile: (context) => backUp(context, { image, runs, duration }),
      status: ({ resource, children, now }) => progress(resource, children, now).status,
    });

    new Controller(this, 'Restores', {
      for: DatabaseRestore,
      references: [
        { kind: DatabaseBackup, names: ({ spec }) => [spec.backupName] },
        { kind: ReachedDatabase, names: ({ spec }) => [spec.databaseName], whenNotServed: 'ignore' },
        { kind: ReachedStatefulSet, names: ({ spec }) => [spec.databaseName] },
        { kind: k8s.KubeJob, ...labelled(restoreLabel) },
        { kind: ToolsPod, ...labelled(restoreLabel) },
      ],
      uses: restoreUses,
      render: (_scope, { metadata, spec, references }) => ({
        backup: references(DatabaseBackup, spec.backupName),
        server: serverOf(spec, references),
        run: runsOf(metadata.uid, references.list(k8s.KubeJob), references.list(ToolsPod))[0],
      }),
      reconcile: (context) => restore(context, image),
      status: ({ resource, children, now }) => restoreStatus(resource, children, now),
    });

    new ManagerAlerts(this, 'Alerts');

    new Sample(this, 'Example', {
      of: DatabaseBackup,
      metadata: {
        name: 'databasebackup-sample',
        labels: {
          'app.kubernetes.io/name': 'databasebackup',
          'app.kubernetes.io/instance': 'databasebackup-sample',
          'app.kubernetes.io/part-of': 'database-backup-operator',
          'app.kubernetes.io/created-by': 'database-backup-operator',
        },
      },
      spec: { databaseName: 'example-db', schedule: '*/5 * * * *', backupPath: '/backups/example-db' },
    });
    new Sample(this, 'Restore', {
      of: DatabaseRestore,
      metadata: { name: 'databaserestore-sample' },
      spec: { backupName: 'databasebackup-sample', databaseName: 'example-db' },
    });
  }
}
