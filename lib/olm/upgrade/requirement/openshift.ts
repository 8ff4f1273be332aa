import { bundleProperties } from '../../content/index.ts';
import {
  lastOpenshift,
  oldestOpenshift,
  openshiftMinor,
  openshiftRange,
  openshiftVersions,
} from '../../notation/openshift-range.ts';
import { shownValue } from '../object-identity.ts';
import { both, type ReleasePair } from '../release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';

/** Reports a smaller range of OpenShift releases. */
export function* openshiftChanges(releases: ReleasePair): Generator<UpgradeFinding> {
  yield* openshiftOfferFindings(releases);
  yield* openshiftLimitFindings(releases);
}

function* openshiftOfferFindings(releases: ReleasePair): Generator<UpgradeFinding> {
  const [old, place] = both(releases, ({ annotations }) => annotations.at(openshiftVersions));
  const [was, is] = [openshiftRange(old.text ?? '') ?? { first: 0, last: Infinity }, openshiftRange(place.text ?? '')];
  const { text: kubernetes } = releases.after.clusterServiceVersion.at('spec', 'minKubeVersion');
  // Clusters with an older Kubernetes are reported with that requirement.
  const first = Math.max(was.first, oldestOpenshift(kubernetes ?? '') ?? 0);
  if (is === undefined || (is.first <= first && is.last >= was.last)) return;
  yield upgradeFinding(place, {
    severity: 'risky',
    rule: 'openshift-narrowed',
    what: `${openshiftVersions} ${shownValue(old.text)} → ${shownValue(place.text)}`,
    hits: "clusters with the releases of OpenShift that are left out: their catalogs don't offer the new release",
    remedy: 'name it in the release notes, or continue to offer the release there',
  });
}

function* openshiftLimitFindings(releases: ReleasePair): Generator<UpgradeFinding> {
  const [old, place] = both(releases, (bundle) => bundleProperties(bundle, lastOpenshift)[0]?.at('value'));
  const [was, is] = [old, place].map((last) => openshiftMinor(last?.text ?? ''));
  if (place === undefined || is === undefined || (was !== undefined && is >= was)) return;
  yield upgradeFinding(place, {
    severity: 'risky',
    rule: 'openshift-narrowed',
    what: `${lastOpenshift} ${shownValue(old?.value)} → ${shownValue(place.value)}`,
    hits: `clusters with OpenShift 4.${is} and later: OLM blocks their updates while the release is installed`,
    remedy: 'name it in the release notes, or make sure that it runs on later ones',
  });
}
