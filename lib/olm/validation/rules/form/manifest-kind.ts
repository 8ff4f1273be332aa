import { nearestName } from '../../../../schema/index.ts';
import { objectKindOf, Place } from '../../../content/index.ts';
import { placeRule } from '../../../finding/content-rule.ts';
import { publicCatalogs, type Rejection } from '../../../finding/rejection.ts';
import { installedGroup, installedKinds } from '../../../notation/installed-kind.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { removedApi } from '../../model/definition/removed-api.ts';

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

/** The place of the finding for a bundle without a ClusterServiceVersion. */
export const missingServiceVersion = new Place('manifests', undefined);

/** Rejects the manifest of a kind that the API server doesn't serve. */
export const notFound: Rejection = { by: 'OLM', message: '… not found on the cluster' };

/** Rejects the manifest of a kind that opm and operator-sdk accept, and no release of OLM installs yet. */
const notInstalled: Rejection = { by: 'OLM', message: 'the InstallPlan contains invalid data' };

/** Rules for the kinds of objects that a bundle may contain. */
export const manifestKindRules: readonly BundleRule[] = [
  {
    id: 'manifest-kind',
    demand: `manifests/ has only the kinds ${[...installedKinds.keys()].join(', ')}.`,
    rejection: { by: 'operator-sdk', message: 'unsupported media type registry+v1 for bundle object' },
    *check({ manifests, definitions }) {
      const own = new Set(
        definitions.map(
          (each) => `${each.at('spec', 'names', 'kind').text ?? ''}.${each.at('spec', 'group').text ?? ''}`,
        ),
      );
      for (const manifest of manifests) {
        const kind = manifest.at('kind');
        const group = manifestGroup(manifest);
        if (kind.text === undefined || group === undefined || installedGroup(kind.text) === group) continue;
        const isExample = own.has(`${kind.text}.${group}`);
        const meant = isExample || remedies.has(kind.text) ? undefined : meantKind(kind.text, group);
        yield {
          place: kind,
          ...(kind.text === 'PodMonitor' && { rejection: notInstalled }),
          // operator-sdk knows kinds by their names alone.
          ...(installedKinds.has(kind.text) && { rejection: notFound }),
          ...(meant === 'ClusterServiceVersion' && { effect: missingServiceVersion }),
          what: `OLM installs no ${kind.text}${group === '' ? '' : ` of ${group}`}, and rejects the bundle`,
          remedy: isExample
            ? 'put it into the annotation alm-examples of the ClusterServiceVersion, if it is an example'
            : kindRemedy(kind.text, meant),
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
        const known = installedKinds.get(kind);
        if (
          known === undefined ||
          manifestGroup(manifest) !== installedGroup(kind) ||
          validatedElsewhere.includes(kind)
        )
          continue;
        if (known.includes(apiVersion) || removedApi(apiVersion, kind) !== undefined) continue;
        yield {
          place: manifest.at('apiVersion'),
          what: `there is no ${kind} of ${apiVersion}, and nothing of the bundle is installed`,
          remedy: `write ${known[0] ?? ''}`,
        };
      }
    },
  },
  placeRule({
    id: 'network-policy',
    demand: 'There is no NetworkPolicy: the public catalogs still reject it, and OLM supports it only since 0.32.',
    strict: { audiences: publicCatalogs, by: 'catalog pipeline', message: 'check_network_policy_presence' },
    at: (bundle) => bundle.manifestsOf('networking.k8s.io', 'NetworkPolicy'),
    isRight: () => false,
    what: 'the public catalogs reject bundles with a NetworkPolicy, and OLM before 0.32 can’t install it',
    remedy: byOperator,
  }),
];

/** Returns the probably meant kind of that group. */
function meantKind(kind: string, group: string): string | undefined {
  return nearestName(
    kind,
    [...installedKinds.keys()].filter((name) => name !== kind && installedGroup(name) === group),
  );
}

function kindRemedy(kind: string, meant: string | undefined): string {
  if (meant?.toLowerCase() === kind.toLowerCase()) return `write ${meant}`;
  const known = installedKinds.get(kind);
  if (known !== undefined) return `write apiVersion: ${known[0] ?? ''}, if that is the right one`;
  const remedy = remedies.get(kind) ?? byOperator;
  return meant === undefined ? remedy : `if it means ${meant}, write that; else ${remedy}`;
}

/** Returns the group; undefined if absent, which another rule reports. */
function manifestGroup(manifest: Place): string | undefined {
  const apiVersion = manifest.at('apiVersion').text;
  return apiVersion === undefined || apiVersion === '' ? undefined : objectKindOf(manifest).group;
}
