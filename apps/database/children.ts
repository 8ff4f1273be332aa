import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { engines } from './engine.ts';
import { type PodProps, podSpec } from './pod.ts';

export interface DatabaseServerProps extends PodProps {
  readonly name: string;
  readonly replicas: number;
  /** Size of each volume. */
  readonly storage: string;
}

/** The servers of one Database: a StatefulSet of its name, a headless Service with their names, and their account. */
export class DatabaseServer extends Construct {
  readonly labels: Readonly<Record<string, string>>;
  readonly statefulSet: k8s.KubeStatefulSet;

  constructor(scope: Construct, id: string, props: DatabaseServerProps) {
    super(scope, id);
    const { name, replicas, storage, password } = props;
    const labels = { app: 'database', database: name };
    const account = `${name}-database`;
    const serviceName = `${name}-headless`;
    const { port } = engines[props.engine];
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
        // Servers find one another before they serve anybody else.
        publishNotReadyAddresses: true,
      },
    });
    this.statefulSet = new k8s.KubeStatefulSet(this, 'StatefulSet', {
      metadata: { name, labels },
      spec: {
        replicas,
        serviceName,
        selector: { matchLabels: labels },
        template: {
          metadata: {
            labels,
            ...(password?.revision !== undefined && {
              annotations: { 'database.example.com/password-revision': password.revision },
            }),
          },
          spec: podSpec(props, account),
        },
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: {
              accessModes: ['ReadWriteOnce'],
              resources: { requests: { storage: k8s.Quantity.fromString(storage) } },
            },
          },
        ],
      },
    });
  }
}
