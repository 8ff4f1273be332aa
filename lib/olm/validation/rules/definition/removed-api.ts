import compare from 'semver/functions/compare.js';
import valid from 'semver/functions/valid.js';
import type { BundleContent } from '../../../content/index.ts';
import { textRule } from '../../../finding/content-rule.ts';
import type { Rejection } from '../../../finding/rejection.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { rbacRules } from '../../model/access/account-grant.ts';
import { removedApi } from '../../model/definition/removed-api.ts';

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
  textRule({
    id: 'removed-permission',
    demand: 'No permission is for an API that Kubernetes has removed.',
    at: (bundle) =>
      rbacRules(bundle)
        .filter((rule) => rule.at('apiGroups').texts.some((group) => group === 'policy' || group === 'extensions'))
        .flatMap((rule) => rule.at('resources').items),
    isRight: (text) => text !== 'podsecuritypolicies',
    what: 'Kubernetes has no pod security policies since 1.25',
    remedy: 'leave it out; namespaces have pod security standards instead',
  }),
];

/** Gives a warning if no later release is required: the bundle may be for older clusters. */
function removalRejection({ clusterServiceVersion }: BundleContent, since: string): Rejection | undefined {
  const oldest = valid(clusterServiceVersion.at('spec', 'minKubeVersion').text ?? '');
  const isLacked = oldest !== null && compare(oldest, `${since}.0`) >= 0;
  return isLacked ? { by: 'API server', message: 'the server could not find the requested resource' } : undefined;
}
