import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import type { SpecInput } from 'operand';
import { Guestbook } from '../api/index.ts';

/** The children of one Guestbook. They have the names of their manifests, so that a namespace has one Guestbook. */
export class GuestbookChildren extends Construct {
  constructor(scope: Construct, id: string, props: SpecInput<typeof Guestbook>) {
    super(scope, id);
    const spec = Guestbook.spec(props, this);
    new ApiObject(this, 'GuestbookSettingsConfigMap', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'guestbook-settings', labels: { app: 'guestbook', tier: 'frontend' } },
      data: {
        STORE: 'redis:6379',
        greeting: 'It\'s a "guestbook"',
        'nginx.conf': `server {
  listen 8080;
  location / { proxy_set_header Host \${host}; }
}
`,
      },
    });
    new ApiObject(this, 'FrontendService', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'frontend' },
      spec: {
        type: 'ClusterIP',
        selector: { app: 'guestbook', tier: 'frontend' },
        ports: [{ name: 'http', port: 80, targetPort: 8080 }],
      },
    });
    new ApiObject(this, 'FrontendDeployment', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'frontend' },
      spec: {
        replicas: spec.frontend.replicas,
        selector: { matchLabels: { app: 'guestbook', tier: 'frontend' } },
        template: {
          metadata: { labels: { app: 'guestbook', tier: 'frontend' } },
          spec: {
            initContainers: [
              {
                name: 'migrate',
                image: spec.frontend.images.migrate,
                command: [
                  '/bin/sh',
                  '-c',
                  `migrate --to latest
echo 'done'`,
                ],
              },
            ],
            containers: [
              {
                name: 'php-redis',
                image: spec.frontend.images.phpRedis,
                env: [{ name: 'GET_HOSTS_FROM', value: 'dns' }],
                envFrom: [{ configMapRef: { name: 'guestbook-settings' } }],
                ports: [{ containerPort: 8080, name: 'http' }],
                resources: { requests: { cpu: '100m', memory: '100Mi' } },
              },
            ],
          },
        },
      },
    });
    new ApiObject(this, 'RedisService', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'redis' },
      spec: { clusterIP: 'None', selector: { app: 'redis' }, ports: [{ port: 6379 }] },
    });
    new ApiObject(this, 'RedisStatefulSet', {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'redis' },
      spec: {
        replicas: spec.redisStatefulSet.replicas,
        serviceName: 'redis',
        selector: { matchLabels: { app: 'redis' } },
        template: {
          metadata: { labels: { app: 'redis' } },
          spec: {
            containers: [
              {
                name: 'redis',
                image: spec.redisStatefulSet.image,
                args: ['redis-server', '--appendonly', 'yes'],
                ports: [{ containerPort: 6379 }],
                volumeMounts: [{ name: 'data', mountPath: '/data' }],
              },
            ],
          },
        },
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        ],
      },
    });
    new ApiObject(this, 'RedisJob', {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'redis' },
      spec: {
        backoffLimit: 4,
        template: { spec: { restartPolicy: 'Never', containers: [{ name: 'seed', image: spec.redisJob.image }] } },
      },
    });
    new ApiObject(this, 'WorkerHorizontalPodAutoscaler', {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'worker' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'worker' },
        minReplicas: 1,
        maxReplicas: 5,
      },
    });
    new ApiObject(this, 'WorkerDeployment', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'worker' },
      spec: {
        replicas: spec.worker.replicas,
        selector: { matchLabels: { app: 'worker' } },
        template: {
          metadata: { labels: { app: 'worker' } },
          spec: { containers: [{ name: 'worker', image: spec.worker.image }] },
        },
      },
    });
  }
}
