import { DatabaseBackup } from '@operand-apps/database-backup';
import { k8s } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';
import { Action, Controller, GeneratedSecret, metadataOf, Operator, type OperatorProps, Sample } from 'operand';
import { SampleDB } from './api.ts';
import { credentialsName, SampleDBServer } from './children.ts';
import { credentials } from './credentials.ts';
import { status } from './status.ts';

export interface SampleDBOperatorProps extends OperatorProps {
  /** The image of the servers without its tag, which is the version. @default mariadb */
  readonly repository?: string | undefined;
}

/** Runs MariaDB servers, and has them backed up by the operator of DatabaseBackups. */
export class SampleDBOperator extends Operator {
  constructor(scope: Construct, id: string, { repository, ...props }: SampleDBOperatorProps) {
    super(scope, id, props);
    new Controller(this, 'Controller', {
      for: SampleDB,
      owns: [
        // They are always rendered, so the operator takes no right to delete them.
        { kind: k8s.KubeService, whenDropped: 'keep' },
        { kind: k8s.KubeStatefulSet, whenDropped: 'keep' },
        { kind: DatabaseBackup, whenNotServed: 'skip' },
      ],
      references: [{ kind: metadataOf(k8s.KubeSecret), names: ({ metadata }) => [credentialsName(metadata.name)] }],
      uses: GeneratedSecret.uses,
      render: (scope, { metadata: { name }, spec }) =>
        new SampleDBServer(scope, 'Server', { ...spec, name, repository }),
      reconcile: async (context) => {
        await credentials.generate(context);
        return Action.awaitChange();
      },
      status,
    });
    new Sample(this, 'Example', {
      of: SampleDB,
      metadata: { name: 'sampledb-sample' },
      spec: { version: '11.4.2', replicas: 3, backupSchedule: '0 2 * * *' },
    });
  }
}
