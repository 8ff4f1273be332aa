import { isVersion } from '../../../../constructs/index.ts';
import type { Place } from '../../../content/index.ts';
import type { Rule } from '../../rule.ts';
import { serviceVersionRule } from '../../service-version-rule.ts';
import { textRule } from '../../text-rule.ts';

const openshiftVersions = 'com.redhat.openshift.versions';

/** On which clusters the operator can be installed. */
export const kubernetesVersionRules: readonly Rule[] = [
  textRule({
    id: 'min-kube-version',
    demand: 'spec.minKubeVersion is a version in full: x.y.z.',
    severity: 'error',
    at: ({ clusterServiceVersion }) => clusterServiceVersion.at('spec', 'minKubeVersion'),
    isRight: (text) => text === '' || isVersion(text),
    what: (text) => `'${text}' is no version in full`,
    remedy: 'write one such as 1.31.0, without a v',
  }),
  serviceVersionRule({
    id: 'min-kube-version-missing',
    demand: 'The ClusterServiceVersion says which Kubernetes it needs at least.',
    severity: 'warning',
    *check(serviceVersion) {
      const place = serviceVersion.at('spec', 'minKubeVersion');
      if (!place.isAbsent && place.text !== '') return;
      yield {
        place,
        what: 'the oldest Kubernetes isn’t named, so that OLM installs the operator on any',
        remedy: 'write the oldest one that it runs on, such as 1.31.0',
      };
    },
  }),
  {
    id: 'openshift-versions',
    demand: `The annotation ${openshiftVersions} is v4.14 (from then on), v4.14-v4.17 or =v4.14.`,
    severity: 'error',
    *check({ annotations }) {
      const place = annotations.at(openshiftVersions);
      const versions = openshiftRange(place);
      if (place.text === undefined || (versions !== undefined && versions.first <= versions.last)) return;
      yield {
        place,
        what: `'${place.text}' is no range of versions of OpenShift`,
        remedy: 'write the first one, such as v4.14, the first and the last, v4.14-v4.17, or a single one, =v4.14',
      };
    },
  },
  {
    id: 'openshift-minimum',
    demand: 'The first OpenShift that the annotations name has the Kubernetes that the operator needs.',
    severity: 'warning',
    strict: ['community', 'openshift'],
    *check({ annotations, clusterServiceVersion }) {
      const place = annotations.at(openshiftVersions);
      const needed = minorOf(clusterServiceVersion.at('spec', 'minKubeVersion').text);
      const range = openshiftRange(place);
      if (needed === undefined || range === undefined || range.first + kubernetesOffset >= needed) return;
      yield {
        place,
        what: `OpenShift 4.${range.first} has Kubernetes 1.${range.first + kubernetesOffset}, and the operator needs 1.${needed}`,
        remedy: `begin with v4.${needed - kubernetesOffset}, or lower minKubeVersion`,
      };
    },
  },
  {
    id: 'openshift-versions-missing',
    demand: `Where minKubeVersion is given, the public catalogs want ${openshiftVersions}, too.`,
    severity: 'error',
    *check({ annotations, clusterServiceVersion }, { audiences }) {
      if (!audiences.includes('community') && !audiences.includes('openshift')) return;
      const place = annotations.at(openshiftVersions);
      const needed = minorOf(clusterServiceVersion.at('spec', 'minKubeVersion').text);
      if (needed === undefined || !place.isAbsent || annotations.fields.length === 0) return;
      yield {
        place,
        what: 'minKubeVersion is given, and the versions of OpenShift aren’t',
        remedy: `write ${openshiftVersions}: v4.${needed - kubernetesOffset} into metadata/annotations.yaml`,
      };
    },
  },
];

/** OpenShift 4.14 has Kubernetes 1.27, and so on. @see https://access.redhat.com/solutions/4870701 */
const kubernetesOffset = 13;

function openshiftRange({ text = '' }: Place): { readonly first: number; readonly last: number } | undefined {
  // A list, which only those two versions were allowed to be.
  if (/^v4\.5,\s*v4\.6$/.test(text)) return { first: 5, last: Number.POSITIVE_INFINITY };
  const [, single, first, last] = /^(?:=v4\.(\d+)|v4\.(\d+)(?:-v4\.(\d+))?)$/.exec(text) ?? [];
  if (single !== undefined) return { first: Number(single), last: Number(single) };
  if (first === undefined) return undefined;
  return { first: Number(first), last: last === undefined ? Number.POSITIVE_INFINITY : Number(last) };
}

function minorOf(version: string | undefined): number | undefined {
  const minor = /^1\.(\d+)\./.exec(version ?? '')?.[1];
  return minor === undefined ? undefined : Number(minor);
}
