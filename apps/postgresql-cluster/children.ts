import { DatabaseBackup } from '@operand-apps/database-backup';
import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { type ChildProps, type Spec, waitUntilReady } from 'operand';
import { PatroniAccount } from './access.ts';
import { PostgreSQLCluster } from './api.ts';
import { BaseBackups } from './base-backup.ts';
import { bootstrapFiles } from './bootstrap.ts';
import { exporterFiles } from './exporter.ts';
import { fenceFile, serverProgram } from './fence.ts';
import { labelsOf, namesOf } from './names.ts';
import { patroniFile, postBootstrap } from './patroni.ts';
import { podSpec } from './pod.ts';
import { archiveOf, repositoryFiles } from './repository.ts';
import { ClusterServices } from './services.ts';
import type { DataRecord, Servers } from './upgrade.ts';
import { DataUpgrade } from './upgrade-job.ts';
import { upgradeFiles } from './upgrade-script.ts';
import { BackupVerification, verify } from './verification.ts';

export interface PostgreSQLServersProps extends ChildProps<typeof PostgreSQLCluster> {
  /** The image without its tag, which is the version. @default example.com/postgresql-cluster */
  readonly repository?: string | undefined;
  /** The least number of pods that have to stay, also if the spec has fewer instances. @default 0 */
  readonly pods?: number | undefined;
  /** The ordinals of the servers that are stopped. @default those that the spec fences */
  readonly stopped?: readonly number[] | undefined;
  /** The file that names the primary that lowers settings. @default none does */
  readonly lowering?: string | undefined;
  /** The ordinal of the primary. @default 0 */
  readonly primary?: number | undefined;
  /** The servers of now. @default those of the spec */
  readonly servers?: Servers | undefined;
  /** The record of the data. @default none: there are no data yet */
  readonly data?: DataRecord | undefined;
}

/**
 * The servers of one PostgreSQLCluster: a StatefulSet of its name, the Services of the primary and of the replicas, and
 * the objects of Patroni. The Secrets with the passwords have to exist before the servers start.
 */
export class PostgreSQLServers extends Construct {
  readonly statefulSet: k8s.KubeStatefulSet;
  /** The physical backups; undefined without a repository. */
  readonly baseBackups: BaseBackups | undefined;

  constructor(scope: Construct, id: string, props: PostgreSQLServersProps) {
    super(scope, id);
    const {
      repository = 'example.com/postgresql-cluster',
      pods: staying = 0,
      primary = 0,
      stopped,
      lowering = '',
      servers,
      data,
      ...input
    } = props;
    const { name, ...spec } = PostgreSQLCluster.childProps(input, this);
    const { version, instances } = servers ?? { ...spec, ...(spec.hibernated && { instances: 0 }) };
    const labels = labelsOf(name);
    const { pods, patroni } = namesOf(name);

    const services = new ClusterServices(this, 'Services', name);
    const account = new PatroniAccount(this, 'Account', name);
    const configuration = new k8s.KubeConfigMap(this, 'Patroni', {
      metadata: { name: patroni, labels },
      data: {
        'patroni.yml': patroniFile(name, spec),
        'post-bootstrap': postBootstrap,
        start: serverProgram,
        fenced: fenceFile(name, stopped ?? spec.fenced),
        lowering,
        ...repositoryFiles(spec),
        ...bootstrapFiles(spec),
        ...exporterFiles(spec),
        ...upgradeFiles(spec, data),
        ...(spec.backup.verification && { verify }),
      },
    });
    const image = `${repository}:${version}`;
    this.statefulSet = new k8s.KubeStatefulSet(this, 'StatefulSet', {
      metadata: { name, labels },
      spec: {
        replicas: Math.max(instances, staying),
        serviceName: pods,
        selector: { matchLabels: labels },
        podManagementPolicy: 'Parallel',
        // The operator replaces the pods, those of replicas first.
        updateStrategy: { type: 'OnDelete' },
        template: {
          metadata: { labels },
          spec: podSpec({ cluster: name, image, ...spec }),
        },
        volumeClaimTemplates: [
          {
            metadata: { name: 'data', labels },
            spec: {
              accessModes: ['ReadWriteOnce'],
              ...(spec.storage.storageClass !== undefined && { storageClassName: spec.storage.storageClass }),
              resources: { requests: { storage: k8s.Quantity.fromString(spec.storage.size) } },
            },
          },
        ],
      },
    });
    // If an object of another owner has a name of these, Patroni would write into the Endpoints of a Service that isn't the
    // cluster's, and its pods would have rights that aren't theirs.
    waitUntilReady(account, services);
    waitUntilReady(this.statefulSet, account, configuration);
    new k8s.KubePodDisruptionBudget(this, 'DisruptionBudget', {
      metadata: { name, labels },
      spec: { maxUnavailable: k8s.IntOrString.fromNumber(1), selector: { matchLabels: labels } },
    });
    const { to, step } = data?.attempt ?? {};
    if (data !== undefined && to !== undefined && (step === 'stopped' || step === 'returning')) {
      const isSuspended = step === 'returning';
      const upgraded = `${repository}:${to}`;
      new DataUpgrade(this, 'Upgrade', { cluster: name, spec, image: upgraded, from: data.version, to, isSuspended });
    }
    const backedUp = { ...spec, hibernated: instances === 0 };
    if (archiveOf(spec) !== undefined) {
      this.baseBackups = new BaseBackups(this, 'BaseBackups', { cluster: name, spec: backedUp, image, primary });
      const { verification } = spec.backup;
      if (verification)
        new BackupVerification(this, 'Verification', { cluster: name, spec: backedUp, image, ...verification });
    } else if (spec.backup.enabled) this.#dump(name, backedUp);
  }

  /** Dumps the databases of the primary, from the operator of DatabaseBackups. */
  #dump(name: string, { backup: { schedule, retention }, hibernated }: Spec<typeof PostgreSQLCluster>): void {
    new DatabaseBackup(this, 'Backup', {
      metadata: { name, labels: labelsOf(name) },
      spec: {
        databaseName: name,
        database: {
          engine: 'postgresql',
          host: name,
          username: 'postgres',
          credentials: { name: namesOf(name).credentials },
        },
        schedule,
        backupPath: `/${name}`,
        retention: { keep: retention },
        suspend: hibernated,
      },
    });
  }
}
