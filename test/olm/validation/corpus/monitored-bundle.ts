import { annotations, minimal } from './minimal-bundle.ts';

/** The path of the Service for the monitored bundle's metrics. */
export const monitoredService = 'manifests/cache-operator-metrics_v1_service.yaml';

/** The path of its PodDisruptionBudget. */
export const budget = 'manifests/cache-operator_policy_v1_poddisruptionbudget.yaml';

/** The path of the ServiceMonitor for its metrics. */
export const monitor = 'manifests/cache-operator-metrics_monitoring.coreos.com_v1_servicemonitor.yaml';

const labels = { 'app.kubernetes.io/name': 'cache-operator' };

/** The minimal operator, watched by Prometheus and guarded from drains, with objects of its own beside it. */
export const monitored = {
  ...minimal,
  [annotations]: { annotations: { ...minimal[annotations].annotations } },
  [monitoredService]: {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'cache-operator-metrics', labels },
    spec: { selector: labels, ports: [{ name: 'health', port: 8081, targetPort: 'health' }] },
  },
  [monitor]: {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'ServiceMonitor',
    metadata: { name: 'cache-operator-metrics', labels },
    spec: { selector: { matchLabels: labels }, endpoints: [{ path: '/metrics', port: 'health' }] },
  },
  'manifests/cache-operator_monitoring.coreos.com_v1_prometheusrule.yaml': {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'cache-operator', labels },
    spec: {
      groups: [
        {
          name: 'cache-operator',
          rules: [{ alert: 'CacheOperatorDown', expr: 'absent(up{job="cache-operator-metrics"} == 1)', for: '10m' }],
        },
      ],
    },
  },
  [budget]: {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'cache-operator', labels },
    spec: { maxUnavailable: 1, selector: { matchLabels: labels } },
  },
  'manifests/cache-operator-settings_v1_configmap.yaml': {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'cache-operator-settings', labels },
    data: { 'settings.yaml': 'level: info\n' },
  },
};
