import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import type { Spec } from 'operand';
import type { Memcached } from './api.ts';

export interface MemcachedServerProps extends Spec<typeof Memcached> {
  readonly name: string;
}

/** The pods of one Memcached, and the headless Service that names them, as bench/README.md describes them to all peers. */
export class MemcachedServer extends Construct {
  readonly deployment: ApiObject;

  constructor(scope: Construct, id: string, { name, size }: MemcachedServerProps) {
    super(scope, id);
    const labels = { app: 'memcached', memcached: name };
    this.deployment = new ApiObject(this, 'Deployment', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, labels },
      spec: {
        replicas: size,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            securityContext: { runAsNonRoot: true, runAsUser: 11211, seccompProfile: { type: 'RuntimeDefault' } },
            containers: [
              {
                name: 'memcached',
                image: 'memcached:1.6.39-alpine',
                command: ['memcached', '-m=64', '-o', 'modern', '-v'],
                ports: [{ name: 'memcached', containerPort: 11211 }],
                securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
              },
            ],
          },
        },
      },
    });
    new ApiObject(this, 'Service', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, labels },
      spec: {
        clusterIP: 'None',
        selector: labels,
        ports: [{ name: 'memcached', port: 11211, targetPort: 'memcached' }],
      },
    });
  }
}
