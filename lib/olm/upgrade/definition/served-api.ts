import type { Place } from '../../content/index.ts';
import { both, pairedParts, type ReleasePair } from '../release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';

/** Reports kinds of an aggregated API server that are gone, or are served in other versions. */
export function* servedApiFindings({ before, after }: ReleasePair): Generator<UpgradeFinding> {
  const [old, present] = both({ before, after }, ({ clusterServiceVersion }) =>
    clusterServiceVersion.at('spec', 'apiservicedefinitions', 'owned'),
  );
  for (const api of pairedParts(old.items, present.items, servedApiTitle).gone) {
    yield upgradeFinding(present, {
      severity: 'breaking',
      rule: 'api-gone',
      what: `${servedApiTitle(api)} is no longer among the owned APIs`,
      hits: 'clients of that API: it is not served any more',
      remedy: 'continue to serve it, next to a new version if needed',
    });
  }
}

/** Returns a title such as `Cache in example.com/v1`; undefined without a kind. */
function servedApiTitle(api: Place): string | undefined {
  const [group, version, kind] = ['group', 'version', 'kind'].map((field) => api.at(field).text);
  return kind === undefined ? undefined : `${kind} in ${group}/${version}`;
}
