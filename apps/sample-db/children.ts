import { DatabaseBackup } from '@operand-apps/database-backup';
import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import type { ChildProps } from 'operand';
import { SampleDB } from './api.ts';
import { podSpec } from './pod.ts';

export interface SampleDBServerProps extends ChildProps<typeof SampleDB> {
  /** The image without its tag, which is the version. @default mariadb */
  readonly repository?: string | undefined;
}

/** Returns the name of the Secret with the username and the password of a SampleDB's administrator. */
export function credentialsName(name: string): string {
  return `${name}-credentials`;
}

/** Returns the labels of a SampleDB's objects. */
export function labelsOf(name: string): Readonly<Record<string, string>> {
  return { app: 'sampledb', sampledb: name };
}

/**
 * The servers of one SampleDB: a StatefulSet and a headless Service of its name, and a DatabaseBackup if it has a
 * schedule. The Secret of {@link credentialsName} has to exist before they start.
 */
export class SampleDBServer extends Construct {
  readonly statefulSet: k8s.KubeStatefulSet;

  constructor(scope: Construct, id: string, { repository = 'mariadb', ...props }: SampleDBServerProps) {
    super(scope, id);
    const { name, version, replicas, backupSchedule } = SampleDB.childProps(props, this);
    const labels = labelsOf(name);

    new k8s.KubeService(this, 'Service', {
      metadata: { name, labels },
      spec: {
        clusterIp: 'None',
        selector: labels,
        ports: [{ name: 'db', port: 3306, targetPort: k8s.IntOrString.fromString('db') }],
      },
    });
    this.statefulSet = new k8s.KubeStatefulSet(this, 'StatefulSet', {
      metadata: { name, labels },
      spec: {
        replicas,
        serviceName: name,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: podSpec(`${repository}:${version}`, credentialsName(name)) },
        volumeClaimTemplates: [
          {
            metadata: { name: 'data', labels },
            spec: {
              accessModes: ['ReadWriteOnce'],
              resources: { requests: { storage: k8s.Quantity.fromString('10Gi') } },
            },
          },
        ],
      },
    });
    if (backupSchedule !== undefined) {
      new DatabaseBackup(this, 'Backup', {
        metadata: { name, labels },
        spec: { databaseName: name, schedule: backupSchedule, backupPath: `/${name}` },
      });
    }
  }
}
