import { DatabaseBackup } from '@operand-apps/database-backup';
import { k8s } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';
import { Controller, Operator, type OperatorProps, Sample, ServerCertificate, ServerRollout } from 'operand';
import { PodMonitor } from '../monitoring/imports/monitoring.coreos.com/v1/index.ts';
import { patroniGrants } from './access.ts';
import { administer, administrationUses } from './administration.ts';
import { PostgreSQLCluster } from './api.ts';
import { PostgreSQLServers } from './children.ts';
import { isBeginningAgain } from './lost-bootstrap.ts';
import { ClusterPod, primaryOf } from './member.ts';
import { backupLabelsOf, clusterLabel, labelsOf, upgradeLabelsOf, verificationLabelsOf } from './names.ts';
import { claimNames, stoppedOrdinals } from './rebuild.ts';
import { loweringFile } from './rollout.ts';
import { secretNames } from './secrets.ts';
import { status } from './status.ts';
import { forgottenState, PatroniState, storedConfiguration, storeNames } from './store.ts';
import { serversOf } from './upgrade.ts';
import { versionsOf } from './upgrade-progress.ts';

export interface PostgreSQLClusterOperatorProps extends OperatorProps {
  /** The image of the servers without its tag, which is the version. @default example.com/postgresql-cluster */
  readonly repository?: string | undefined;
}

/** Selects the objects of all clusters. */
const labelSelector = { matchExpressions: [{ key: clusterLabel, operator: 'Exists' }] } as const;

/** Runs PostgreSQL servers with replicas that take over. Patroni decides who is the primary, also without this operator. */
export class PostgreSQLClusterOperator extends Operator {
  constructor(scope: Construct, id: string, { repository, ...props }: PostgreSQLClusterOperatorProps) {
    super(scope, id, props);
    // The API server lets the operator grant only rights that it has.
    this.grant(patroniGrants);
    new Controller(this, 'Controller', {
      for: PostgreSQLCluster,
      owns: [
        k8s.KubeServiceAccount,
        k8s.KubeRole,
        k8s.KubeRoleBinding,
        k8s.KubeConfigMap,
        k8s.KubeService,
        k8s.KubeNetworkPolicy,
        k8s.KubePodDisruptionBudget,
        k8s.KubeCronJob,
        { kind: k8s.KubeJob, whenImmutable: 'recreate' },
        { kind: k8s.KubeStatefulSet, whenImmutable: 'orphan-and-recreate' },
        { kind: PodMonitor, whenNotServed: 'ignore' },
        { kind: DatabaseBackup, whenNotServed: 'skip' },
      ],
      references: [
        {
          kind: ClusterPod,
          labelSelector,
          select: ({ metadata: { name } }) =>
            [labelsOf, backupLabelsOf, verificationLabelsOf, upgradeLabelsOf].map((of) => ({ labels: of(name) })),
        },
        { kind: k8s.KubePersistentVolumeClaim, names: ({ metadata: { name } }) => claimNames(name) },
        { kind: PatroniState, labelSelector, names: ({ metadata: { name } }) => storeNames(name) },
        { kind: k8s.KubeService, names: ({ metadata: { name } }) => storeNames(name) },
        {
          kind: ServerCertificate.view,
          names: ({ metadata: { name } }) => secretNames(name),
        },
      ],
      uses: administrationUses,
      render: (scope, context) => {
        const { metadata, spec, references } = context;
        const { name } = metadata;
        if (spec.monitoring.enabled) {
          new PodMonitor(scope, 'Monitor', {
            metadata: { name, labels: labelsOf(name) },
            spec: {
              selector: { matchLabels: labelsOf(name) },
              podMetricsEndpoints: ['patroni', 'exporter'].map((port) => ({ port, path: '/metrics' })),
            },
          });
        }
        const versions = versionsOf({ metadata, spec, references });
        const { members, data } = versions;
        const state = storedConfiguration(context);
        // Without pods, no new volume comes before the state of an earlier cluster is gone.
        const isForgetting = forgottenState(context).length > 0;
        const isStopping = isForgetting || isBeginningAgain(context);
        const servers = { ...serversOf(versions), ...(isStopping && { instances: 0 }) };
        // Without data, no pod has to stay.
        const pods = state?.initialize === undefined ? 0 : ServerRollout.pods(members, servers.instances);
        const primary = primaryOf(members)?.ordinal;
        const stopped = stoppedOrdinals(context);
        const lowering = loweringFile(members);
        const from = { repository, pods, stopped, lowering, primary, servers, data };
        return new PostgreSQLServers(scope, 'Servers', { ...spec, name, ...from });
      },
      reconcile: administer,
      status,
    });
    new Sample(this, 'Example', {
      of: PostgreSQLCluster,
      metadata: { name: 'postgresqlcluster-sample' },
      spec: {
        version: '14.5',
        instances: 3,
        storage: { size: '100Gi' },
        resources: { requests: { cpu: '1', memory: '2Gi' }, limits: { memory: '2Gi' } },
        backup: { enabled: true, schedule: '0 2 * * *', retention: 7 },
        highAvailability: { enabled: true, synchronousCommit: true },
      },
    });
  }
}
