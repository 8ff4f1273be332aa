import type { JsonObject } from '../../lib/api/index.ts';

const issuerRef = { name: 'letsencrypt', kind: 'ClusterIssuer' };
const version = '8.10.0';
const node = { name: 'default', count: 3, config: { 'node.store.allow_mmap': false } };

/** A spec of each kind in the publishers' CRDs, as a user could write it: `<group>/<version>/<kind>` → spec. */
export const publishedSamples: Readonly<Record<string, JsonObject>> = {
  'acme.cert-manager.io/v1/Challenge': {
    authorizationURL: 'https://acme.example.com/authz',
    dnsName: 'example.com',
    issuerRef,
    key: 'key',
    solver: { http01: { ingress: { ingressClassName: 'nginx' } } },
    token: 'token',
    type: 'HTTP-01',
    url: 'https://acme.example.com/challenge',
  },
  'acme.cert-manager.io/v1/Order': { issuerRef, request: 'Q1NS' },
  'agent.k8s.elastic.co/v1alpha1/Agent': { version, deployment: { replicas: 1 }, config: { id: 'x' } },
  'apm.k8s.elastic.co/v1/ApmServer': { version, count: 1, elasticsearchRef: { name: 'es' } },
  'apm.k8s.elastic.co/v1beta1/ApmServer': { version, count: 1 },
  'autoops.k8s.elastic.co/v1alpha1/AutoOpsAgentPolicy': { version },
  'autoscaling.k8s.elastic.co/v1alpha1/ElasticsearchAutoscaler': {
    elasticsearchRef: { name: 'es' },
    policies: [{ name: 'data', roles: ['data'], resources: { nodeCount: { min: 1, max: 3 } } }],
  },
  'beat.k8s.elastic.co/v1beta1/Beat': { version, type: 'filebeat', daemonSet: {} },
  'cert-manager.io/v1/Certificate': {
    secretName: 'tls',
    issuerRef,
    dnsNames: ['example.com'],
    usages: ['server auth'],
  },
  'cert-manager.io/v1/CertificateRequest': { issuerRef, request: 'Q1NS' },
  'cert-manager.io/v1/ClusterIssuer': { selfSigned: {} },
  'cert-manager.io/v1/Issuer': { ca: { secretName: 'ca' } },
  'elasticsearch.k8s.elastic.co/v1/Elasticsearch': { version, nodeSets: [node] },
  'elasticsearch.k8s.elastic.co/v1beta1/Elasticsearch': { version, nodeSets: [{ name: 'default', count: 3 }] },
  'enterprisesearch.k8s.elastic.co/v1/EnterpriseSearch': { version, count: 1 },
  'enterprisesearch.k8s.elastic.co/v1beta1/EnterpriseSearch': { version, count: 1 },
  'kibana.k8s.elastic.co/v1/Kibana': { version, count: 1, elasticsearchRef: { name: 'es' } },
  'kibana.k8s.elastic.co/v1beta1/Kibana': { version, count: 1 },
  'logstash.k8s.elastic.co/v1alpha1/Logstash': { version, count: 1, pipelines: [{ 'pipeline.id': 'main' }] },
  'maps.k8s.elastic.co/v1alpha1/ElasticMapsServer': { version, count: 1 },
  'monitoring.coreos.com/v1/Alertmanager': { replicas: 3, retention: '120h' },
  'monitoring.coreos.com/v1/PodMonitor': {
    selector: { matchLabels: { app: 'x' } },
    podMetricsEndpoints: [{ port: 'http' }],
  },
  'monitoring.coreos.com/v1/Probe': { prober: { url: 'blackbox:9115' }, targets: { staticConfig: { static: ['a'] } } },
  'monitoring.coreos.com/v1/Prometheus': {
    replicas: 2,
    serviceAccountName: 'prometheus',
    serviceMonitorSelector: { matchLabels: { team: 'frontend' } },
    resources: { requests: { memory: '400Mi', cpu: 1 } },
    storage: { volumeClaimTemplate: { spec: { resources: { requests: { storage: '50Gi' } } } } },
  },
  'monitoring.coreos.com/v1/PrometheusRule': {
    groups: [{ name: 'up', rules: [{ alert: 'Down', expr: 'up == 0', for: '5m', labels: { severity: 'page' } }] }],
  },
  'monitoring.coreos.com/v1/ServiceMonitor': {
    selector: { matchLabels: { app: 'x' } },
    endpoints: [{ port: 'http', interval: '30s', path: '/metrics' }],
  },
  'monitoring.coreos.com/v1/ThanosRuler': { queryEndpoints: ['dnssrv+_http._tcp.thanos'], ruleSelector: {} },
  'monitoring.coreos.com/v1alpha1/AlertmanagerConfig': {
    route: {
      receiver: 'none',
      groupBy: ['job'],
      routes: [{ receiver: 'none', matchers: [{ name: 'a', value: 'b' }] }],
    },
    receivers: [{ name: 'none' }],
  },
  'monitoring.coreos.com/v1alpha1/PrometheusAgent': {
    replicas: 1,
    remoteWrite: [{ url: 'https://example.com/write' }],
  },
  'monitoring.coreos.com/v1alpha1/ScrapeConfig': { staticConfigs: [{ targets: ['example.com:9090'] }] },
  'mysql.oracle.com/v2/InnoDBCluster': {
    secretName: 'root',
    tlsUseSelfSigned: true,
    instances: 3,
    router: { instances: 1 },
    podSpec: { terminationGracePeriodSeconds: 60 },
  },
  'mysql.oracle.com/v2/MySQLBackup': { clusterName: 'db', backupProfileName: 'nightly' },
  'packageregistry.k8s.elastic.co/v1alpha1/PackageRegistry': { version, count: 1 },
  'stackconfigpolicy.k8s.elastic.co/v1alpha1/StackConfigPolicy': {
    elasticsearch: { clusterSettings: { 'indices.recovery.max_bytes_per_sec': '100mb' } },
  },
};
