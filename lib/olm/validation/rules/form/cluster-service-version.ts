import type { Place } from '../../../content/index.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { missingServiceVersion } from './manifest-kind.ts';

const apiVersion = 'operators.coreos.com/v1alpha1';

/** Rules for the existence of a ClusterServiceVersion that OLM can install. */
export const clusterServiceVersionRules: readonly BundleRule[] = [
  {
    id: 'cluster-service-version',
    demand: 'There is exactly one ClusterServiceVersion in manifests/, with a spec.',
    rejection: { by: 'operator-sdk', message: 'unable to find a csv in bundle directory' },
    isPrecondition: true,
    *check({ manifests, hasUnreadableManifest }) {
      const all = serviceVersionsAmong(manifests);
      for (const another of all.slice(1)) {
        yield {
          place: another,
          rejection: { by: 'operator-sdk', message: 'invalid bundle: contains multiple CSVs' },
          what: `it is another ClusterServiceVersion beside the one in ${all[0]?.file ?? 'manifests'}`,
          remedy: 'write a bundle for each release: keep one of the two here',
        };
      }
      for (const spec of all.map((version) => version.at('spec'))) {
        if (!spec.isAbsent) continue;
        yield {
          place: spec,
          rejection: { by: 'operator-sdk', message: 'Field Spec, Value struct: required field missing' },
          what: 'the ClusterServiceVersion has no spec',
          remedy: 'describe the operator in it',
        };
      }
      // An unreadable file, which other rules report, may be the missing one.
      const isUnclear = hasUnreadableManifest || manifests.some((manifest) => manifest.at('kind').text === undefined);
      if (all.length > 0 || manifests.length === 0 || isUnclear) return;
      yield {
        place: missingServiceVersion,
        what: 'there is no ClusterServiceVersion among the manifests',
        remedy: 'write one: OLM installs the operator by it',
      };
    },
  },
  {
    id: 'cluster-service-version-api',
    demand: `The ClusterServiceVersion is of ${apiVersion}, the only version that there is.`,
    isPrecondition: true,
    *check({ manifests }) {
      const [serviceVersion] = serviceVersionsAmong(manifests);
      const given = serviceVersion?.at('apiVersion');
      // In another group it is another kind, which OLM doesn't install: the rule about kinds reports it.
      if (given?.text?.startsWith('operators.coreos.com/') !== true || given.text === apiVersion) return;
      yield { place: given, what: `${given.text} has no ClusterServiceVersion`, remedy: `write ${apiVersion}` };
    },
  },
];

function serviceVersionsAmong(manifests: readonly Place[]): readonly Place[] {
  return manifests.filter((manifest) => manifest.at('kind').text === 'ClusterServiceVersion');
}
