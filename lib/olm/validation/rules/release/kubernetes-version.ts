import { isVersion } from '../../../../constructs/index.ts';
import { bundleProperties } from '../../../content/index.ts';
import { requiredTextRule, textRule } from '../../../finding/content-rule.ts';
import { publicCatalogs } from '../../../finding/rejection.ts';
import {
  lastOpenshift,
  oldestOpenshift,
  openshiftMinor,
  openshiftRange,
  openshiftVersions,
} from '../../../notation/openshift-range.ts';
import type { BundleRule } from '../../bundle-rule.ts';

/** Rules for the clusters that the operator can be installed on. */
export const kubernetesVersionRules: readonly BundleRule[] = [
  textRule({
    id: 'min-kube-version',
    demand: 'spec.minKubeVersion is a full version: x.y.z.',
    rejection: { by: 'operator-sdk', message: 'csv.Spec.MinKubeVersion has an invalid value' },
    at: ({ clusterServiceVersion }) => clusterServiceVersion.at('spec', 'minKubeVersion'),
    isRight: (text) => text.trim() === '' || isVersion(text),
    what: (text) => `'${text}' is not a full version`,
    remedy: 'write one such as 1.31.0, without a v',
  }),
  requiredTextRule({
    id: 'min-kube-version-missing',
    demand: 'The ClusterServiceVersion has the minimum version of Kubernetes.',
    at: ({ clusterServiceVersion }) => clusterServiceVersion.at('spec', 'minKubeVersion'),
    what: 'minKubeVersion is missing, so that OLM installs the operator on any release of Kubernetes',
    remedy: 'write the oldest one that it runs on, such as 1.31.0',
  }),
  textRule({
    id: 'openshift-versions',
    demand: `The annotation ${openshiftVersions} is v4.14 (from then on), v4.14-v4.17 or =v4.14.`,
    strict: { audiences: publicCatalogs, by: 'catalog pipeline', message: 'check_api_version_constraints' },
    at: ({ annotations }) => annotations.at(openshiftVersions),
    isRight(text) {
      const versions = openshiftRange(text);
      return versions !== undefined && versions.first <= versions.last;
    },
    what: (text) => `'${text}' is not a range of versions of OpenShift`,
    remedy: 'write the first one, such as v4.14, the first and the last, v4.14-v4.17, or a single one, =v4.14',
  }),
  {
    id: 'openshift-minimum',
    demand: 'The first OpenShift in the annotations has the required Kubernetes.',
    strict: { audiences: publicCatalogs, by: 'catalog pipeline', message: 'check_api_version_constraints' },
    *check({ annotations, clusterServiceVersion }) {
      const place = annotations.at(openshiftVersions);
      const { text: needed = '' } = clusterServiceVersion.at('spec', 'minKubeVersion');
      const [oldest, range] = [oldestOpenshift(needed), openshiftRange(place.text ?? '')];
      if (oldest === undefined || range === undefined || range.first >= oldest) return;
      yield {
        place,
        what: `the operator is offered from OpenShift 4.${range.first} on, and the required Kubernetes ${needed} is in 4.${oldest}`,
        remedy: `begin with v4.${oldest}, or lower minKubeVersion`,
      };
    },
  },
  {
    id: 'openshift-maximum',
    demand: `${lastOpenshift} is not below the first version in ${openshiftVersions}.`,
    *check(bundle) {
      const range = openshiftRange(bundle.annotations.at(openshiftVersions).text ?? '');
      for (const property of bundleProperties(bundle, lastOpenshift)) {
        const place = property.at('value');
        const most = openshiftMinor(place.text ?? '');
        if (most === undefined || range === undefined || most >= range.first) continue;
        yield {
          place,
          what: `the operator runs up to OpenShift 4.${most}, and is offered from 4.${range.first} on`,
          remedy: 'raise olm.maxOpenShiftVersion, or lower the first version in com.redhat.openshift.versions',
        };
      }
    },
  },
  {
    id: 'openshift-versions-missing',
    demand: `With minKubeVersion, the public catalogs also require ${openshiftVersions}.`,
    strict: { audiences: publicCatalogs, by: 'catalog pipeline', message: 'check_api_version_constraints' },
    *check({ annotations, clusterServiceVersion }, { audiences }) {
      if (!audiences.includes('community') && !audiences.includes('openshift')) return;
      const place = annotations.at(openshiftVersions);
      const oldest = oldestOpenshift(clusterServiceVersion.at('spec', 'minKubeVersion').text ?? '');
      if (oldest === undefined || !place.isAbsent || annotations.fields.length === 0) return;
      yield {
        place,
        what: 'the bundle has a minKubeVersion, and no versions of OpenShift',
        remedy: `write ${openshiftVersions}: v4.${oldest} into metadata/annotations.yaml`,
      };
    },
  },
];
