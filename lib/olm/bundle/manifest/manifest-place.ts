import { formatGroupKind, groupVersionKind, type KubernetesObject } from '../../../api/index.ts';
import { ownField } from '../../../schema/index.ts';
import { installedGroup } from '../../notation/installed-kind.ts';
import type { ManifestFinding } from '../manifest-finding.ts';

/**
 * The place of a manifest in a bundle. `definition` and `extra` are separate files. The manager's `deployment` and
 * `access` are folded into the ClusterServiceVersion. `namespace` is a suggestion to the installer.
 */
export type ManifestPlace = 'definition' | 'deployment' | 'access' | 'namespace' | 'extra';

/** The reason why a bundle can't contain a kind, and a remedy. */
export type Exclusion = Pick<ManifestFinding, 'why' | 'remedy'>;

/** Returns the place of a manifest by its kind, or the reason why it has none. */
export function manifestPlace(manifest: KubernetesObject): ManifestPlace | Exclusion {
  const kind = groupVersionKind(manifest);
  const name = formatGroupKind(kind);
  const found = ownField(places, name) ?? ownField(exclusions, name);
  if (found !== undefined) return found;
  const isInstalled = installedGroup(kind.kind) === kind.group;
  return isInstalled ? 'extra' : { why: 'OLM installs no objects of this kind', remedy: owned };
}

const owned = 'let a controller own it, which creates it when the operator runs';

/** The kinds that aren't `extra`: `Kind.group` → place. */
const places: Readonly<Record<string, ManifestPlace>> = {
  Namespace: 'namespace',
  'CustomResourceDefinition.apiextensions.k8s.io': 'definition',
  'Deployment.apps': 'deployment',
  ServiceAccount: 'access',
  'ClusterRole.rbac.authorization.k8s.io': 'access',
  'ClusterRoleBinding.rbac.authorization.k8s.io': 'access',
  'Role.rbac.authorization.k8s.io': 'access',
  'RoleBinding.rbac.authorization.k8s.io': 'access',
};

const managerOnly = { why: 'OLM runs an operator only as Deployments', remedy: owned };

const certificates = {
  why: 'OLM creates the certificates of an operator itself',
  remedy: 'leave it out of this chart, and put it into a chart for installations without OLM',
};

const webhooks = {
  why: 'OLM creates it from the webhook definitions in the ClusterServiceVersion, which come from constructs only',
  remedy: 'construct a ValidatingWebhook or a MutatingWebhook instead',
};

const policies = {
  why: 'OLM installs no admission policies, and without the policy its rules would not apply',
  remedy: "construct it only if the operator has no `bundle`, or write the rules into the definition's `rules`",
};

/** The kinds with a specific reason for their exclusion: `Kind.group` → reason and remedy. */
const exclusions: Readonly<Record<string, Exclusion>> = {
  'DaemonSet.apps': managerOnly,
  'StatefulSet.apps': managerOnly,
  'CronJob.batch': managerOnly,
  'Job.batch': managerOnly,
  Pod: managerOnly,
  'Certificate.cert-manager.io': certificates,
  'ClusterIssuer.cert-manager.io': certificates,
  'Issuer.cert-manager.io': certificates,
  'MutatingWebhookConfiguration.admissionregistration.k8s.io': webhooks,
  'ValidatingWebhookConfiguration.admissionregistration.k8s.io': webhooks,
  'MutatingAdmissionPolicy.admissionregistration.k8s.io': policies,
  'MutatingAdmissionPolicyBinding.admissionregistration.k8s.io': policies,
  'ValidatingAdmissionPolicy.admissionregistration.k8s.io': policies,
  'ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io': policies,
  'ClusterServiceVersion.operators.coreos.com': {
    why: 'a bundle has one, which describes this operator',
    remedy: 'leave it out',
  },
  'APIService.apiregistration.k8s.io': {
    why: 'OLM creates it from the ClusterServiceVersion, and no construct serves an aggregated API',
    remedy: 'define a custom resource instead',
  },
  'PodMonitor.monitoring.coreos.com': {
    why: 'OLM installs monitors of Services only',
    remedy: 'write a ServiceMonitor of the metrics Service',
  },
};
