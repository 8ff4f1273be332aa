import type { BundleProps } from '../../../constructs/index.ts';
import { oldestOpenshift, openshiftMinor } from '../../notation/openshift-range.ts';
import type { ManifestFinding } from '../manifest-finding.ts';

/** Reports that the operator can't be installed on any of the given releases of OpenShift. */
export function openshiftFindings({ openshift }: BundleProps, minKubeVersion: string): ManifestFinding[] {
  const last = openshiftMinor(openshift?.maxVersion ?? '');
  const oldest = oldestOpenshift(minKubeVersion);
  if (last === undefined || oldest === undefined || last >= oldest) return [];
  return [
    {
      what: `bundle.openshift.maxVersion is ${openshift?.maxVersion}`,
      why: `the operator needs Kubernetes ${minKubeVersion}, which OpenShift has since 4.${oldest}`,
      remedy: 'raise maxVersion, or lower minKubeVersion',
    },
  ];
}
