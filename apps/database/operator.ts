import { k8s } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';
import { Action, Controller, MutatingWebhook, Operator, type OperatorProps, Sample, ValidatingWebhook } from 'operand';
import { findings, withStorage } from './admission.ts';
import { Database } from './api.ts';
import { DatabaseServer } from './children.ts';
import { type CloudDatabases, noCloudDatabases } from './cloud-databases.ts';
import type { EngineName } from './engine.ts';
import { PasswordSecret, passwordRevision, referencedSettings, SettingsMap } from './referenced.ts';
import { status } from './status.ts';

export interface DatabaseOperatorProps extends OperatorProps {
  /** The service outside the cluster with an entry for each Database. @default none */
  readonly cloud?: CloudDatabases | undefined;
  /** Engine → its image without the tag. @default the name of the engine */
  readonly repositories?: Readonly<Partial<Record<EngineName, string>>> | undefined;
}

/** Runs databases of several engines. */
export class DatabaseOperator extends Operator {
  constructor(scope: Construct, id: string, props: DatabaseOperatorProps) {
    super(scope, id, { ...props, webhooks: { service: 'database-conversion-webhook', ...props.webhooks } });
    const { cloud = noCloudDatabases, repositories = {} } = props;

    new Controller(this, 'Controller', {
      for: Database,
      owns: [
        k8s.KubeServiceAccount,
        k8s.KubeService,
        { kind: k8s.KubeStatefulSet, whenImmutable: 'orphan-and-recreate' },
      ],
      watches: [
        {
          kind: k8s.KubePersistentVolumeClaim,
          map: ({ object: { metadata } }) =>
            metadata.labels?.database === undefined
              ? []
              : [{ namespace: metadata.namespace, name: metadata.labels.database }],
        },
      ],
      references: [
        { kind: SettingsMap, names: ({ spec: { configFrom } }) => (configFrom ? [configFrom.name] : []) },
        { kind: PasswordSecret, names: ({ spec: { passwordFrom } }) => (passwordFrom ? [passwordFrom.name] : []) },
      ],
      render: (scope, { metadata: { name }, spec, references }) =>
        new DatabaseServer(scope, 'Server', {
          ...spec,
          name,
          settings: referencedSettings(spec, references),
          passwordRevision: passwordRevision(spec, references),
          repository: repositories[spec.engine],
        }),
      reconcile: async ({ metadata, spec: { engine, version }, signal }) => {
        const { namespace, name, uid } = metadata;
        await cloud.register(uid, { namespace, name, engine, version }, signal);
        return Action.awaitChange();
      },
      status,
      cleanup: ({ metadata, signal }) => cloud.remove(metadata.uid, signal),
    });

    new MutatingWebhook(this, 'Defaults', { for: Database, mutate: withStorage });
    new ValidatingWebhook(this, 'Rules', { for: Database, validate: findings });

    new Sample(this, 'Postgres', {
      of: Database,
      metadata: { name: 'my-postgres', namespace: 'production' },
      spec: { engine: 'postgresql', version: '14.5', replicas: 3, storage: '100Gi' },
    });
  }
}
