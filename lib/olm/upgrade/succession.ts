import compare from 'semver/functions/compare.js';
import valid from 'semver/functions/valid.js';
import { type BundleContent, type OperatorRelease, operatorRelease, type Place } from '../content/index.ts';
import { VersionRange } from '../notation/version-range.ts';
import { both, type ReleasePair } from './release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from './upgrade-finding.ts';

/** Reports if the new release isn't later than the old one, or isn't an update of it. */
export function* successionFindings({ before, after }: ReleasePair): Generator<UpgradeFinding> {
  const [old, present] = both({ before, after }, (bundle) => bundle.clusterServiceVersion);
  if (!isRepackaged({ before, after })) yield* successorVersionFindings(old, present);
  yield* replacedReleaseFindings(old, present);
  yield* leftChannelFindings(before, after);
}

/** Returns true for a later packaging of the same version, which has a higher `spec.release`. */
function isRepackaged(pair: ReleasePair): boolean {
  const [was, is] = both(pair, operatorRelease);
  return was.version === is.version && compare(packagingRank(is), packagingRank(was)) > 0;
}

/** Returns a version that compares as the packaging: both are in the order of prereleases. */
function packagingRank({ packaging = '0' }: OperatorRelease): string {
  return valid(`0.0.0-${packaging}`) ?? '0.0.0-0';
}

function* successorVersionFindings(old: Place, present: Place): Generator<UpgradeFinding> {
  const place = present.at('spec', 'version');
  const [was, is] = [valid(old.at('spec', 'version').text), valid(place.text)];
  if (was === null || is === null || compare(is, was) > 0) return;
  const isSame = compare(is, was) === 0;
  yield upgradeFinding(place, {
    severity: isSame ? 'risky' : 'breaking',
    rule: 'version-not-raised',
    what: isSame ? `the version is still ${is}, with other content` : `version ${was} → ${is}`,
    hits: isSame
      ? 'users who wait for the change: a version is published once, and catalogs continue to offer its old content'
      : 'installations of the old release: an older version is not an upgrade',
    remedy: `give the release a version above ${was} before it is published`,
  });
}

function* replacedReleaseFindings(old: Place, present: Place): Generator<UpgradeFinding> {
  const [was, is] = both({ before: old, after: present }, (release) => release.at('metadata', 'name').text);
  if (was === undefined) return;
  const { replaces, skips, skipRange } = predecessorFields(present);
  const version = valid(old.at('spec', 'version').text);
  if (replaces.text === was || skips.texts.includes(was)) return;
  if (version !== null && VersionRange.parse(skipRange.text ?? '')?.includes(version) === true) return;
  const named = [replaces, skipRange].find(({ hasText }) => hasText);
  // Without these fields, the catalog orders releases.
  if (named === undefined && !predecessorFields(old).replaces.hasText) return;
  if (named === undefined) {
    yield upgradeFinding(replaces, {
      severity: 'notice',
      rule: 'release-unreachable',
      what: `the release replaces none, and ${was} did`,
      hits: `installations of ${was}: unless the catalog orders releases itself, no update leads to the new release`,
      remedy: `let it replace ${was}, if the catalog uses that field`,
    });
    return;
  }
  const isItself = replaces.text === is && is !== undefined;
  yield upgradeFinding(named, {
    severity: isItself ? 'breaking' : 'risky',
    rule: 'release-unreachable',
    what: isItself ? 'the release replaces itself' : leftOutPredecessorWords(was, replaces, skipRange),
    hits: `installations of ${was}: unless the catalog has other entries, no update leads to the new release`,
    remedy: `let it replace ${was}, name that in \`skips\`, or let \`olm.skipRange\` span its version`,
  });
}

function predecessorFields(release: Place): Readonly<Record<'replaces' | 'skips' | 'skipRange', Place>> {
  return {
    replaces: release.at('spec', 'replaces'),
    skips: release.at('spec', 'skips'),
    skipRange: release.at('metadata', 'annotations', 'olm.skipRange'),
  };
}

function leftOutPredecessorWords(was: string, replaces: Place, skipRange: Place): string {
  const what = replaces.hasText
    ? `the release replaces ${replaces.text} and not ${was}`
    : `the release doesn't replace ${was}`;
  return skipRange.hasText ? `${what}, and its olm.skipRange is ${skipRange.text}` : what;
}

function* leftChannelFindings(before: BundleContent, after: BundleContent): Generator<UpgradeFinding> {
  const [old, present] = both({ before, after }, (bundle) => bundle.annotations.at(channelsAnnotation));
  const offered = channelNamesIn(present);
  for (const channel of channelNamesIn(old).filter((name) => !offered.includes(name))) {
    yield upgradeFinding(present, {
      severity: 'risky',
      rule: 'channel-left',
      what: `the release isn't in the channel ${channel}, as the old one is`,
      hits: 'installations that are subscribed to the channel: they get no more releases',
      remedy: 'keep the channel, or mark it deprecated in the catalog and name its replacement',
    });
  }
}

const channelsAnnotation = 'operators.operatorframework.io.bundle.channels.v1';

function channelNamesIn(channels: Place): readonly string[] {
  return (channels.text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
