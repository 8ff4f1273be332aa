import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Prometheus } from './imports/monitoring.coreos.com/v1/index.ts';

/** Props of {@link PrometheusServer}. */
export interface PrometheusServerProps {
  /** The namespace of the servers. */
  readonly namespace: string;
  /** The labels of the selected ServiceMonitors; monitors of the other kinds are all selected. */
  readonly serviceMonitorLabels: Readonly<Record<string, string>>;
}

/** Two servers that discover their targets in all namespaces, and the rights for that. */
export class PrometheusServer extends Construct {
  readonly prometheus: Prometheus;

  constructor(scope: Construct, id: string, { namespace, serviceMonitorLabels }: PrometheusServerProps) {
    super(scope, id);
    const name = 'prometheus';
    const account = new k8s.KubeServiceAccount(this, 'Account', { metadata: { name, namespace } });
    const role = new k8s.KubeClusterRole(this, 'Role', {
      metadata: { name },
      rules: [
        {
          apiGroups: [''],
          resources: ['nodes', 'nodes/metrics', 'services', 'endpoints', 'pods'],
          verbs: ['get', 'list', 'watch'],
        },
        { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: ['get', 'list', 'watch'] },
        { apiGroups: ['networking.k8s.io'], resources: ['ingresses'], verbs: ['get', 'list', 'watch'] },
        { nonResourceUrLs: ['/metrics'], verbs: ['get'] },
      ],
    });
    new k8s.KubeClusterRoleBinding(this, 'Binding', {
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role.name },
      subjects: [{ kind: 'ServiceAccount', name: account.name, namespace }],
    });
    this.prometheus = new Prometheus(this, 'Prometheus', {
      metadata: { name, namespace },
      spec: {
        replicas: 2,
        serviceAccountName: account.name,
        retention: '15d',
        scrapeInterval: '30s',
        evaluationInterval: '30s',
        resources: { requests: { memory: '400Mi' } },
        storage: { volumeClaimTemplate: { spec: { resources: { requests: { storage: '50Gi' } } } } },
        serviceMonitorSelector: { matchLabels: serviceMonitorLabels },
        // An empty selector selects all, and a missing one selects nothing.
        serviceMonitorNamespaceSelector: {},
        podMonitorSelector: {},
        podMonitorNamespaceSelector: {},
        probeSelector: {},
        probeNamespaceSelector: {},
        scrapeConfigSelector: {},
        scrapeConfigNamespaceSelector: {},
        ruleSelector: {},
        ruleNamespaceSelector: {},
        alerting: { alertmanagers: [{ namespace, name: 'alertmanager-operated', port: 'web' }] },
      },
    });
  }
}
