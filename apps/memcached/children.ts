import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import type { ChildProps } from 'operand';
import { Memcached } from './api.ts';

/** The pods of one Memcached, in a Deployment of the same name. The name is also their label `memcached_cr`. */
export class MemcachedServer extends Construct {
  readonly labels: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, props: ChildProps<typeof Memcached>) {
    super(scope, id);
    const { name, size } = Memcached.childProps(props, this);
    const labels = { app: 'memcached', memcached_cr: name };
    const container: k8s.Container = {
      name: 'memcached',
      image: 'memcached:1.6.39-alpine',
      command: ['memcached', '-m', '64', '-o', 'modern', '-v'],
      ports: [{ name: 'memcached', containerPort: 11211 }],
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
    };
    const pod: k8s.PodSpec = {
      securityContext: { runAsNonRoot: true, runAsUser: 11211, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [container],
    };
    new k8s.KubeDeployment(this, 'Deployment', {
      metadata: { name, labels },
      spec: { replicas: size, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: pod } },
    });
    this.labels = labels;
  }
}
