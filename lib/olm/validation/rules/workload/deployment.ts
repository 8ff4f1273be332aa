import {
  type BundleContent,
  isEmptySelector,
  isSelectedBySelector,
  memoized,
  type Place,
} from '../../../content/index.ts';
import { placeRule, textRule, uniqueTextRule } from '../../../finding/content-rule.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { lacksServiceAccount, permittedAccounts } from '../../model/access/account-grant.ts';
import { bundleDeployments } from '../../model/workload/bundle-deployment.ts';

/** Rules of API servers and OLM for the operator's Deployments. */
export const deploymentRules: readonly BundleRule[] = [
  placeRule({
    id: 'deployment-missing',
    demand: 'The operator has at least one Deployment.',
    at: ({ clusterServiceVersion }) => clusterServiceVersion.at('spec', 'install', 'spec', 'deployments'),
    isRight: (place, { clusterServiceVersion }) =>
      clusterServiceVersion.at('spec', 'install').isAbsent || place.items.length > 0 || place.isMistyped('list'),
    rating: ({ isAbsent }, { clusterServiceVersion }) =>
      isAbsent && clusterServiceVersion.at('spec', 'install', 'spec').fields.length > 0
        ? { rejection: { by: 'operator-sdk', message: 'required field missing' } }
        : {},
    what: 'there is no Deployment, so that no pod would run',
    remedy: 'list the Deployment of the manager',
  }),
  uniqueTextRule({
    id: 'deployment-unique',
    demand: 'Each Deployment has a unique name: OLM keeps the last of several.',
    strict: {
      audiences: ['olm-v1'],
      by: 'OLM v1',
      message: "cluster service version contains duplicate strategy deployment spec '…'",
    },
    lists: (bundle) => [bundleDeployments(bundle).map(({ place }) => place.at('name'))],
    what: (name) => `another Deployment also has the name ${name}, and only one of the two would run`,
    remedy: 'give each a name of its own',
  }),
  {
    id: 'deployment-overlap',
    demand: "A Deployment's selector selects no pods of another Deployment.",
    *check(bundle) {
      const all = bundleDeployments(bundle);
      for (const [index, { place, name, labels }] of all.entries()) {
        const selector = deploymentSelector(place);
        if (isEmptySelector(selector) || !isSelectedBySelector(selector, labels)) continue;
        const other = all.find(
          (each, at) => at !== index && each.name !== name && isSelectedBySelector(selector, each.labels),
        );
        if (other === undefined) continue;
        // If each selects the pods of the other, the first is reported.
        if (all.indexOf(other) < index && isSelectedBySelector(deploymentSelector(other.place), labels)) continue;
        yield {
          place: selector,
          what: `it also selects the pods of ${other.name}, and so would the Service that OLM creates for it`,
          remedy: 'add a distinguishing label to selector and template',
        };
      }
    },
  },
  placeRule({
    id: 'deployment-replicas',
    demand: 'A Deployment has at least one replica.',
    at: (bundle) => bundleDeployments(bundle).map(({ place }) => place.at('spec', 'replicas')),
    isRight: ({ value }) => value !== 0,
    what: 'no pod runs, and OLM reports a success',
    remedy: 'write 1',
  }),
  placeRule({
    id: 'deployment-paused',
    demand: 'A Deployment isn’t paused: Kubernetes starts no pods of a paused one.',
    rejection: { by: 'OLM', message: 'InstallCheckFailed: install timeout' },
    at: (bundle) => bundleDeployments(bundle).map(({ place }) => place.at('spec', 'paused')),
    isRight: ({ value }) => value !== true,
    what: 'Kubernetes starts no pod, and the installation times out',
    remedy: 'leave it out',
  }),
  {
    id: 'deployment-account',
    demand: 'The pods of a Deployment run as an existing account, and the manager as one with rights.',
    rejection: { by: 'API server', message: 'pods "…" is forbidden: error looking up service account …: not found' },
    *check(bundle) {
      for (const deployment of bundleDeployments(bundle)) {
        if (!lacksServiceAccount(bundle, deployment)) continue;
        const granted = [...permittedAccounts(bundle)];
        const isDefault = deployment.account === 'default';
        yield {
          place: deployment.accountPlace,
          ...(isDefault && { severity: 'warning' }),
          what: isDefault
            ? `its pods run as the account default, and no pods run as ${granted.join(', ')}, which has the permissions`
            : `its pods run as ${deployment.account}, an account that neither OLM nor the bundle creates, so that they can't start`,
          remedy: granted.length > 0 ? `name ${granted.join(' or ')}` : `grant ${deployment.account} permissions`,
        };
      }
    },
  },
  textRule({
    id: 'deployment-priority',
    demand: 'The priority class of a pod exists.',
    at: (bundle) => bundleDeployments(bundle).map(({ pod }) => pod.at('priorityClassName')),
    isRight: (text, bundle) => text === '' || text.startsWith('system-') || priorityClasses(bundle).has(text),
    what: (text) => `the bundle has no PriorityClass ${text}, and API servers reject pods of a missing one`,
    remedy: 'add it to the bundle, or name system-cluster-critical',
  }),
];

const priorityClasses = memoized(
  (bundle: BundleContent) =>
    new Set(bundle.manifestsOf('scheduling.k8s.io', 'PriorityClass').map((each) => each.at('metadata', 'name').text)),
);

function deploymentSelector(deployment: Place): Place {
  return deployment.at('spec', 'selector');
}
