import type { Place } from '../../content/index.ts';
import type { Rule } from '../rule.ts';

/** Kind → its group: what OLM installs beside the ClusterServiceVersion. */
const installed: ReadonlyMap<string, string> = new Map([
  ['ClusterServiceVersion', 'operators.coreos.com'],
  ['CustomResourceDefinition', 'apiextensions.k8s.io'],
  ['ClusterRole', 'rbac.authorization.k8s.io'],
  ['ClusterRoleBinding', 'rbac.authorization.k8s.io'],
  ['Role', 'rbac.authorization.k8s.io'],
  ['RoleBinding', 'rbac.authorization.k8s.io'],
  ['ServiceAccount', ''],
  ['Service', ''],
  ['Secret', ''],
  ['ConfigMap', ''],
  ['PrometheusRule', 'monitoring.coreos.com'],
  ['ServiceMonitor', 'monitoring.coreos.com'],
  ['PodDisruptionBudget', 'policy'],
  ['PriorityClass', 'scheduling.k8s.io'],
  ['VerticalPodAutoscaler', 'autoscaling.k8s.io'],
  ['ConsoleYAMLSample', 'console.openshift.io'],
  ['ConsoleQuickStart', 'console.openshift.io'],
  ['ConsoleCLIDownload', 'console.openshift.io'],
  ['ConsoleLink', 'console.openshift.io'],
  ['ConsolePlugin', 'console.openshift.io'],
  ['NetworkPolicy', 'networking.k8s.io'],
]);

const byOperator = 'let the operator make it, or whoever installs it';
const certificates = 'leave it out: OLM issues the certificates of webhooks, and renews them';
const deploymentsOnly = 'make it a Deployment: OLM starts operators as nothing else';

/** Kind → what to do instead. */
const remedies: ReadonlyMap<string, string> = new Map([
  ['Deployment', 'list it under spec.install.spec.deployments of the ClusterServiceVersion'],
  ['DaemonSet', deploymentsOnly],
  ['StatefulSet', deploymentsOnly],
  ['ReplicaSet', deploymentsOnly],
  ['Pod', deploymentsOnly],
  ['Job', byOperator],
  ['CronJob', byOperator],
  ['ValidatingWebhookConfiguration', 'list its webhooks under spec.webhookdefinitions of the ClusterServiceVersion'],
  ['MutatingWebhookConfiguration', 'list its webhooks under spec.webhookdefinitions of the ClusterServiceVersion'],
  ['ValidatingAdmissionPolicy', 'make it a webhook, or let the operator apply it'],
  ['ValidatingAdmissionPolicyBinding', 'make it a webhook, or let the operator apply it'],
  ['MutatingAdmissionPolicy', 'make it a webhook, or let the operator apply it'],
  ['MutatingAdmissionPolicyBinding', 'make it a webhook, or let the operator apply it'],
  [
    'Namespace',
    'leave it out, and give the ClusterServiceVersion the annotation operatorframework.io/suggested-namespace-template',
  ],
  ['APIService', 'list it under spec.apiservicedefinitions.owned of the ClusterServiceVersion'],
  ['Certificate', certificates],
  ['Issuer', certificates],
  ['ClusterIssuer', certificates],
  ['PodMonitor', 'make it a ServiceMonitor, and a Service that it selects'],
  ['Lease', 'leave it out: the operator makes it when it elects a leader'],
]);

/** Which kinds of objects a bundle may bring. */
export const manifestKindRules: readonly Rule[] = [
  {
    id: 'manifest-kind',
    demand: `manifests/ has no kinds but ${[...installed.keys()].join(', ')}.`,
    severity: 'error',
    *check({ manifests, definitions }) {
      const own = new Set(definitions.map((definition) => kindOf(definition.at('spec'))));
      for (const manifest of manifests) {
        const kind = manifest.at('kind');
        const group = groupOf(manifest);
        if (kind.text === undefined || group === undefined || installed.get(kind.text) === group) continue;
        const isExample = own.has(`${kind.text}.${group}`);
        yield {
          place: kind,
          what: `OLM installs no ${kind.text}${group === '' ? '' : ` of ${group}`}, and refuses the bundle`,
          remedy: isExample
            ? 'put it into the annotation alm-examples of the ClusterServiceVersion, if it is an example'
            : remedyFor(kind.text),
        };
      }
    },
  },
  {
    id: 'network-policy',
    demand:
      'There is no NetworkPolicy: the public catalogs refuse it for the time being, and OLM knows it since 0.32 only.',
    severity: 'warning',
    strict: ['community', 'openshift'],
    *check(bundle) {
      for (const policy of bundle.manifestsOf('networking.k8s.io', 'NetworkPolicy')) {
        yield {
          place: policy,
          what: 'the public catalogs refuse bundles with a NetworkPolicy, and OLM before 0.32 can’t install it',
          remedy: byOperator,
        };
      }
    },
  },
];

function remedyFor(kind: string): string {
  const group = installed.get(kind);
  return group === undefined
    ? (remedies.get(kind) ?? byOperator)
    : `write apiVersion: ${group === '' ? 'v1' : `${group}/…`}, if that is what is meant`;
}

function kindOf(spec: Place): string {
  return `${spec.at('names', 'kind').text ?? ''}.${spec.at('group').text ?? ''}`;
}

/** Undefined if the manifest doesn't say it, which another rule says. */
function groupOf(manifest: Place): string | undefined {
  const apiVersion = manifest.at('apiVersion').text;
  if (apiVersion === undefined || apiVersion === '') return undefined;
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}
