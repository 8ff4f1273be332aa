// In: an object of the old release that the new one lacks. Out: the users that lose it. Called for each such object.

import { ownField } from '../../../schema/index.ts';
import { type BundleContent, type Place, permissions } from '../../content/index.ts';
import { groupKindOf, titleOf } from '../object-identity.ts';
import { type UpgradeFinding, type UpgradeSeverity, upgradeFinding } from '../upgrade-finding.ts';

/** `Kind.group` → the users of an object of that kind, besides the operator itself. */
const missing: Readonly<Record<string, { readonly severity: UpgradeSeverity; readonly hits: string }>> = {
  ConfigMap: { severity: 'notice', hits: 'readers of it, besides the operator itself' },
  'PriorityClass.scheduling.k8s.io': {
    severity: 'risky',
    hits: 'pods that name it: clusters without it reject them',
  },
  Secret: { severity: 'notice', hits: 'readers of it, besides the operator itself' },
  Service: { severity: 'risky', hits: 'clients of it: its name leads nowhere, once the old release is gone' },
  ServiceAccount: {
    severity: 'risky',
    hits: 'pods that name it: no new ones start, and running ones lose their rights',
  },
};

/** Reports a removed manifest; nothing for kinds that only the operator uses. */
export function* goneManifest(manifest: Place, after: BundleContent): Generator<UpgradeFinding> {
  const loss = ownField(missing, groupKindOf(manifest));
  if (loss === undefined || isMadeByInstaller(manifest, after)) return;
  yield upgradeFinding(manifest, {
    severity: loss.severity,
    rule: 'manifest-gone',
    what: `${titleOf(manifest)} is gone`,
    hits: loss.hits,
    remedy: 'keep it, if other programs than the operator use it',
  });
}

/** The installer creates the accounts of the ClusterServiceVersion's permissions. */
function isMadeByInstaller(manifest: Place, after: BundleContent): boolean {
  return (
    groupKindOf(manifest) === 'ServiceAccount' &&
    permissions(after).some((each) => each.at('serviceAccountName').text === manifest.at('metadata', 'name').text)
  );
}
