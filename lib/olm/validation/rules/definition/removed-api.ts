import compare from 'semver/functions/compare.js';
import valid from 'semver/functions/valid.js';
import type { BundleContent, Place } from '../../../content/index.ts';
import type { Rejection } from '../../../finding/rejection.ts';
import { removedApi } from '../../model/definition/removed-api.ts';
import type { BundleRule } from '../../rule.ts';

/** Rules for objects and permissions of removed APIs. */
export const removedApiRules: readonly BundleRule[] = [
  {
    id: 'removed-api',
    demand:
      'No manifest is of an API that Kubernetes has removed: an error if the releases that the bundle is for lack it.',
    *check(bundle) {
      for (const manifest of bundle.manifests) {
        const apiVersion = manifest.at('apiVersion').text ?? '';
        const kind = manifest.at('kind').text ?? '';
        const removed = kind === 'CustomResourceDefinition' ? undefined : removedApi(apiVersion, kind);
        if (removed === undefined) continue;
        const what = `Kubernetes has no ${kind} of ${apiVersion} since ${removed.since}`;
        const rejection = removalRejection(bundle, removed.since);
        yield { place: manifest.at('apiVersion'), what, remedy: removed.remedy, ...(rejection && { rejection }) };
      }
    },
  },
  {
    id: 'removed-permission',
    demand: 'No permission is for an API that Kubernetes has removed.',
    *check(bundle) {
      for (const rule of rulesOfPermissions(bundle)) {
        const groups = rule.at('apiGroups').texts;
        const resource = rule.at('resources').items.find(({ text }) => text === 'podsecuritypolicies');
        if (resource === undefined || !groups.some((group) => group === 'policy' || group === 'extensions')) continue;
        const what = 'Kubernetes has no pod security policies since 1.25';
        const remedy = 'leave it out; namespaces have pod security standards instead';
        yield { place: resource, what, remedy };
      }
    },
  },
];

/** Gives a warning if no later release is required: the bundle may be for older clusters. */
function removalRejection({ clusterServiceVersion }: BundleContent, since: string): Rejection | undefined {
  const oldest = valid(clusterServiceVersion.at('spec', 'minKubeVersion').text ?? '');
  const isLacked = oldest !== null && compare(oldest, `${since}.0`) >= 0;
  return isLacked ? { by: 'API server', message: 'the server could not find the requested resource' } : undefined;
}

function rulesOfPermissions({ clusterServiceVersion, manifests }: BundleContent): Place[] {
  const install = clusterServiceVersion.at('spec', 'install', 'spec');
  const folded = ['permissions', 'clusterPermissions'].flatMap((field) => install.at(field).items);
  const roles = manifests.filter((manifest) => /^(Cluster)?Role$/.test(manifest.at('kind').text ?? ''));
  return [...folded, ...roles].flatMap((place) => place.at('rules').items);
}
