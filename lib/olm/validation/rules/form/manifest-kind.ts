import { groupVersionKind } from '../../../../api/index.ts';
import { objectKindOf, type Place } from '../../../content/index.ts';
import { publicCatalogs } from '../../../finding/audience.ts';
import type { Rejection } from '../../../finding/rejection.ts';
import { removedApi } from '../../model/definition/removed-api.ts';
import type { BundleRule } from '../../rule.ts';

/** Kind → its APIs, the best first: the kinds that OLM installs besides the ClusterServiceVersion. */
const installed: ReadonlyMap<string, readonly [string, ...string[]]> = new Map([
  ['ClusterServiceVersion', ['operators.coreos.com/v1alpha1']],
  ['CustomResourceDefinition', ['apiextensions.k8s.io/v1']],
  ['ClusterRole', ['rbac.authorization.k8s.io/v1']],
  ['ClusterRoleBinding', ['rbac.authorization.k8s.io/v1']],
  ['Role', ['rbac.authorization.k8s.io/v1']],
  ['RoleBinding', ['rbac.authorization.k8s.io/v1']],
  ['ServiceAccount', ['v1']],
  ['Service', ['v1']],
  ['Secret', ['v1']],
  ['ConfigMap', ['v1']],
  ['PrometheusRule', ['monitoring.coreos.com/v1']],
  ['ServiceMonitor', ['monitoring.coreos.com/v1']],
  ['PodDisruptionBudget', ['policy/v1']],
  ['PriorityClass', ['scheduling.k8s.io/v1', 'scheduling.k8s.io/v1alpha1']],
  ['VerticalPodAutoscaler', ['autoscaling.k8s.io/v1', 'autoscaling.k8s.io/v1beta2', 'autoscaling.k8s.io/v1beta1']],
  ['ConsoleYAMLSample', ['console.openshift.io/v1']],
  ['ConsoleQuickStart', ['console.openshift.io/v1']],
  ['ConsoleCLIDownload', ['console.openshift.io/v1']],
  ['ConsoleLink', ['console.openshift.io/v1']],
  ['ConsolePlugin', ['console.openshift.io/v1', 'console.openshift.io/v1alpha1']],
  ['NetworkPolicy', ['networking.k8s.io/v1']],
]);

/** Returns true for kinds that a bundle may contain. */
export function isInstalledKind(kind: string): boolean {
  return installed.has(kind);
}

/** Kinds with separate rules for their versions. */
const validatedElsewhere = ['ClusterServiceVersion', 'CustomResourceDefinition'];

const byOperator = 'let the operator or its installer create it';
const certificates = 'leave it out: OLM issues the certificates of webhooks, and renews them';
const deploymentsOnly = 'make it a Deployment, the only workload that OLM starts';

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
  ['Lease', 'leave it out: the operator creates it for leader election'],
]);

/** Rejects the manifest of a kind that the API server doesn't serve. */
export const notFound: Rejection = { by: 'OLM', message: '… not found on the cluster' };

/** Rules for the kinds of objects that a bundle may contain. */
export const manifestKindRules: readonly BundleRule[] = [
  {
    id: 'manifest-kind',
    demand: `manifests/ has only the kinds ${[...installed.keys()].join(', ')}.`,
    rejection: { by: 'operator-sdk', message: 'unsupported media type registry+v1 for bundle object' },
    *check({ manifests, definitions }) {
      const own = new Set(definitions.map((definition) => definedKindOf(definition.at('spec'))));
      for (const manifest of manifests) {
        const kind = manifest.at('kind');
        const group = manifestGroup(manifest);
        if (kind.text === undefined || group === undefined || groupOfInstalledKind(kind.text) === group) continue;
        const isExample = own.has(`${kind.text}.${group}`);
        yield {
          place: kind,
          // operator-sdk knows kinds by their names alone.
          ...(installed.has(kind.text) && { rejection: notFound }),
          what: `OLM installs no ${kind.text}${group === '' ? '' : ` of ${group}`}, and rejects the bundle`,
          remedy: isExample
            ? 'put it into the annotation alm-examples of the ClusterServiceVersion, if it is an example'
            : kindRemedy(kind.text),
        };
      }
    },
  },
  {
    id: 'manifest-version',
    demand: 'A manifest is of an existing version of its API.',
    rejection: notFound,
    *check({ manifests }) {
      for (const manifest of manifests) {
        const [kind = '', apiVersion = ''] = ['kind', 'apiVersion'].map((field) => manifest.at(field).text);
        const known = installed.get(kind);
        if (
          known === undefined ||
          manifestGroup(manifest) !== groupOfInstalledKind(kind) ||
          validatedElsewhere.includes(kind)
        )
          continue;
        if (known.includes(apiVersion) || removedApi(apiVersion, kind) !== undefined) continue;
        yield {
          place: manifest.at('apiVersion'),
          what: `there is no ${kind} of ${apiVersion}, and nothing of the bundle is installed`,
          remedy: `write ${known[0]}`,
        };
      }
    },
  },
  {
    id: 'network-policy',
    demand: 'There is no NetworkPolicy: the public catalogs still reject it, and OLM supports it only since 0.32.',
    strict: { audiences: publicCatalogs, by: 'catalog pipeline', message: 'check_network_policy_presence' },
    *check(bundle) {
      for (const policy of bundle.manifestsOf('networking.k8s.io', 'NetworkPolicy')) {
        yield {
          place: policy,
          what: 'the public catalogs reject bundles with a NetworkPolicy, and OLM before 0.32 can’t install it',
          remedy: byOperator,
        };
      }
    },
  },
];

function kindRemedy(kind: string): string {
  const known = installed.get(kind);
  return known === undefined
    ? (remedies.get(kind) ?? byOperator)
    : `write apiVersion: ${known[0]}, if that is the right one`;
}

function groupOfInstalledKind(kind: string): string | undefined {
  const apiVersion = installed.get(kind)?.[0];
  return apiVersion === undefined ? undefined : groupVersionKind({ apiVersion, kind }).group;
}

function definedKindOf(spec: Place): string {
  return `${spec.at('names', 'kind').text ?? ''}.${spec.at('group').text ?? ''}`;
}

/** Returns the group; undefined if absent, which another rule reports. */
function manifestGroup(manifest: Place): string | undefined {
  const apiVersion = manifest.at('apiVersion').text;
  return apiVersion === undefined || apiVersion === '' ? undefined : objectKindOf(manifest).group;
}
