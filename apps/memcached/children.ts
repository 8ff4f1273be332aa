import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import type { Spec } from 'operand';
import { InvalidValueError } from 'operand/schema';
import { Memcached } from './api.ts';

export interface MemcachedServerProps extends Spec<typeof Memcached> {
  /** Of the Deployment, and what the label `memcached_cr` of its pods says: at most 63 characters. */
  readonly name: string;
}

/** The pods of one Memcached, kept by a Deployment of the same name. */
export class MemcachedServer extends Construct {
  readonly labels: Readonly<Record<string, string>>;
  readonly deployment: k8s.KubeDeployment;

  constructor(scope: Construct, id: string, { name, ...spec }: MemcachedServerProps) {
    super(scope, id);
    const { findings } = Memcached.verdict({ metadata: { name }, spec: {} });
    if (findings.length > 0) throw new InvalidValueError(`[${this.node.path}] Memcached`, findings);
    const { size } = Memcached.spec(spec, this);
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
