// In: an object that came with the old release and doesn't with the new one. Out: who misses it.
// Called for each such object.

import { ownField } from '../../../schema/index.ts';
import { type BundleContent, type Place, permissions } from '../../content/index.ts';
import { groupKindOf, titleOf } from '../object-identity.ts';
import { type UpgradeFinding, type UpgradeSeverity, upgradeFinding } from '../upgrade-finding.ts';

/** `Kind.group` → who misses an object of that kind, beside the operator itself. */
const missing: Readonly<Record<string, { readonly severity: UpgradeSeverity; readonly hits: string }>> = {
  ConfigMap: { severity: 'notice', hits: 'whoever reads it, beside the operator itself' },
  'PriorityClass.scheduling.k8s.io': {
    severity: 'risky',
    hits: 'pods that name it: on clusters where it is gone they are refused',
  },
  Secret: { severity: 'notice', hits: 'whoever reads it, beside the operator itself' },
  Service: { severity: 'risky', hits: 'whoever connects to it: its name leads nowhere, once the old release is gone' },
  ServiceAccount: {
    severity: 'risky',
    hits: 'pods that name it: no new ones start, and those that run lose their rights',
  },
};

/** An object that isn't among the manifests any more; nothing of kinds that nobody else relies on. */
export function* goneManifest(manifest: Place, after: BundleContent): Generator<UpgradeFinding> {
  const loss = ownField(missing, groupKindOf(manifest));
  if (loss === undefined || isMadeByInstaller(manifest, after)) return;
  yield upgradeFinding(manifest, {
    severity: loss.severity,
    rule: 'manifest-gone',
    what: `${titleOf(manifest)} is gone`,
    hits: loss.hits,
    remedy: 'keep it, if anybody but the operator uses it',
  });
}

/** Accounts to which the ClusterServiceVersion gives rights are made by the installer. */
function isMadeByInstaller(manifest: Place, after: BundleContent): boolean {
  return (
    groupKindOf(manifest) === 'ServiceAccount' &&
    permissions(after).some((each) => each.at('serviceAccountName').text === manifest.at('metadata', 'name').text)
  );
}
