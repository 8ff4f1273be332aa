import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import type { Spec } from 'operand';
import { Database } from './api.ts';
import { engines } from './engine.ts';
import { podSpec } from './pod.ts';
import { serverName } from './server-name.ts';

/** The spec of a Database, and the state of the objects that it names. */
export interface DatabaseServerProps extends Spec<typeof Database> {
  /** Of the StatefulSet; the names of its Service and its account begin with it, so it may have 52 characters. */
  readonly name: string;
  /** The content of the ConfigMap in `configFrom`; `config` overrides it. @default none */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** The state of the Secret of `passwordFrom`: a change restarts the servers. @default unknown */
  readonly passwordRevision?: string | undefined;
  /** The image without its tag, which is the version. @default the engine */
  readonly repository?: string | undefined;
}

/** The servers of one Database: a StatefulSet of its name, a headless Service with their names, and their account. */
export class DatabaseServer extends Construct {
  readonly labels: Readonly<Record<string, string>>;
  readonly statefulSet: k8s.KubeStatefulSet;

  constructor(scope: Construct, id: string, props: DatabaseServerProps) {
    super(scope, id);
    const { name: given, settings, passwordRevision, repository, ...spec } = props;
    const name = serverName(given, this.node.path);
    const { engine, version, replicas, storage, config, configFrom, passwordFrom } = Database.spec(spec, this);
    if (configFrom !== undefined && settings === undefined) {
      throw new Error(
        `[${this.node.path}] the content of the ConfigMap ${configFrom.name} is not known here: give it as settings, or leave configFrom out`,
      );
    }
    const labels = { app: 'database', database: name };
    const account = `${name}-database`;
    const serviceName = `${name}-headless`;
    const { port, storage: usualStorage } = engines[engine];
    this.labels = labels;

    new k8s.KubeServiceAccount(this, 'ServiceAccount', {
      metadata: { name: account, labels },
      automountServiceAccountToken: false,
    });
    new k8s.KubeService(this, 'Service', {
      metadata: { name: serviceName, labels },
      spec: {
        clusterIp: 'None',
        selector: labels,
        ports: [{ name: 'db', port, targetPort: k8s.IntOrString.fromString('db') }],
        // Servers find one another before they are ready for clients.
        publishNotReadyAddresses: true,
      },
    });
    this.statefulSet = new k8s.KubeStatefulSet(this, 'StatefulSet', {
      metadata: { name, labels },
      spec: {
        replicas,
        serviceName,
        // In order, a server that doesn't start would keep its settings also after their correction.
        podManagementPolicy: 'Parallel',
        selector: { matchLabels: labels },
        template: {
          metadata: {
            labels,
            ...(passwordRevision !== undefined && {
              annotations: { 'database.example.com/password-revision': passwordRevision },
            }),
          },
          spec: podSpec(
            { engine, version, repository, settings: { ...settings, ...config }, password: passwordFrom?.name },
            account,
          ),
        },
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: {
              accessModes: ['ReadWriteOnce'],
              resources: { requests: { storage: k8s.Quantity.fromString(storage ?? usualStorage) } },
            },
          },
        ],
      },
    });
  }
}
