import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import type { ChildProps } from 'operand';
import { Memcached } from './api.ts';

/** The spec of a Memcached, and the name of the Deployment, which is the label `memcached_cr` of its pods, too. */
export type MemcachedServerProps = ChildProps<typeof Memcached>;

/** The pods of one Memcached, kept by a Deployment of the same name. */
export class MemcachedServer extends Construct {
  readonly labels: Readonly<Record<string, string>>;
  readonly deployment: k8s.KubeDeployment;

  constructor(scope: Construct, id: string, props: MemcachedServerProps) {
    super(scope, id);
    const { name, size } = Memcached.childProps(props, this);
    this.labels = { app: 'memcached', memcached_cr: name };
    this.deployment = new k8s.KubeDeployment(this, 'Deployment', {
      metadata: { name, labels: this.labels },
      spec: {
        replicas: size,
        selector: { matchLabels: this.labels },
        template: {
          metadata: { labels: this.labels },
          spec: {
            securityContext: { runAsNonRoot: true, runAsUser: 11211, seccompProfile: { type: 'RuntimeDefault' } },
            containers: [
              {
                name: 'memcached',
                image: 'memcached:1.6.39-alpine',
                command: ['memcached', '-m', '64', '-o', 'modern', '-v'],
                ports: [{ name: 'memcached', containerPort: 11211 }],
                securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
              },
            ],
          },
        },
      },
    });
  }
}
