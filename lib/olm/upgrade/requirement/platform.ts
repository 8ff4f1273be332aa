import type { BundleContent, Place } from '../../content/index.ts';
import { both, type ReleasePair } from '../release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';

/** Reports platforms that are no longer supported. */
export function* platformFindings(releases: ReleasePair): Generator<UpgradeFinding> {
  const [old, present] = both(releases, platformsOfRelease);
  for (const [platform, place] of old) {
    if (present.has(platform)) continue;
    yield upgradeFinding(place, {
      severity: 'breaking',
      rule: 'platform-withdrawn',
      what: `${platform} is no longer supported`,
      hits: 'clusters of that platform: the new release has no image for them',
      remedy: 'build the image for it, and keep it among the architectures of the bundle',
    });
  }
}

const prefix = 'operatorframework.io/';

/**
 * The platforms without labels.
 *
 * @see https://olm.operatorframework.io/docs/advanced-tasks/ship-operator-supporting-multiarch/
 */
const defaults = ['arch.amd64', 'os.linux'];

/** Returns a platform such as `arch.amd64` → the place of its label. */
function platformsOfRelease({ clusterServiceVersion }: BundleContent): ReadonlyMap<string, Place> {
  const labels = clusterServiceVersion.at('metadata', 'labels');
  const labelled = labels.fields.flatMap(([label, place]) => {
    const isPlatform = label.startsWith(`${prefix}arch.`) || label.startsWith(`${prefix}os.`);
    return isPlatform ? [[label.slice(prefix.length), place] as const] : [];
  });
  const meant = defaults.filter((platform) => {
    const sort = platform.slice(0, platform.indexOf('.') + 1);
    return !labelled.some(([other]) => other.startsWith(sort));
  });
  return new Map([
    ...labelled.filter(([, { text }]) => text === 'supported'),
    ...meant.map((platform) => [platform, labels.at(`${prefix}${platform}`)] as const),
  ]);
}
