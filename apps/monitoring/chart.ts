import { Chart } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';
import { Alerting } from './alerting.ts';
import { ExampleApp } from './example-app.ts';
import { Certificate, ClusterIssuer } from './imports/cert-manager.io/v1/index.ts';
import { Elasticsearch } from './imports/elasticsearch.k8s.elastic.co/v1/index.ts';
import { InnoDBCluster } from './imports/mysql.oracle.com/v2/index.ts';
import { PrometheusServer } from './prometheus-server.ts';
import { Targets } from './targets.ts';

/** A monitored app, with the third-party kinds that it needs. */
export class Monitoring extends Chart {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    const namespace = 'monitoring';
    new k8s.KubeNamespace(this, 'Namespace', { metadata: { name: namespace } });
    new ExampleApp(this, 'ExampleApp', {
      namespace: 'default',
      monitorNamespace: namespace,
      monitorLabels: { release: 'kps', team: 'frontend' },
    });
    new PrometheusServer(this, 'Prometheus', { namespace, serviceMonitorLabels: { team: 'frontend' } });
    new Alerting(this, 'Alerting', { namespace });
    new Targets(this, 'Targets', { namespace });

    const issuer = new ClusterIssuer(this, 'Issuer', {
      metadata: { name: 'letsencrypt' },
      spec: {
        acme: {
          server: 'https://acme-v02.api.letsencrypt.org/directory',
          email: 'certificates@example.com',
          privateKeySecretRef: { name: 'letsencrypt-account' },
          solvers: [{ http01: { ingress: { ingressClassName: 'public' } } }],
        },
      },
    });
    new Certificate(this, 'Certificate', {
      metadata: { name: 'www-example-com', namespace },
      spec: {
        secretName: 'www-example-com-tls',
        dnsNames: ['www.example.com', 'example.com'],
        issuerRef: { group: 'cert-manager.io', kind: issuer.kind, name: issuer.name },
        privateKey: { algorithm: 'ECDSA', size: 256, rotationPolicy: 'Always' },
      },
    });
    new Elasticsearch(this, 'Logs', {
      metadata: { name: 'logs', namespace },
      spec: {
        version: '8.10.0',
        nodeSets: [
          {
            name: 'default',
            count: 3,
            // Free-form: the settings of Elasticsearch itself.
            config: { 'node.store.allow_mmap': false, 'node.roles': ['master', 'data', 'ingest'] },
          },
        ],
      },
    });
    new InnoDBCluster(this, 'Orders', {
      metadata: { name: 'orders', namespace },
      spec: { secretName: 'orders-root', tlsUseSelfSigned: true, instances: 3, router: { instances: 1 } },
    });
  }
}
