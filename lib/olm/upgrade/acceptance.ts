import type { UpgradeFinding } from './upgrade-finding.ts';

/** A release that is about to be published. */
export interface PublishedRelease {
  readonly operator: string;
  /** Its version; `gone` if the operator isn't published any more. */
  readonly release: string;
}

/**
 * A finding that an operator's team has accepted: it is still reported, but doesn't block the publication.
 *
 * It applies to one release, so that the same change is found again in a later one.
 */
export interface Acceptance extends PublishedRelease, Pick<UpgradeFinding, 'rule' | 'file' | 'path'> {
  /** The reason, for affected users and for later decisions. */
  readonly reason: string;
}

/** The findings of a release, with their acceptances. */
export interface AcceptedUpgrade {
  readonly findings: readonly UpgradeFinding[];
  /** The acceptances of this release without a finding: the change is gone, or at another path. */
  readonly idle: readonly Acceptance[];
}

/**
 * Adds the reasons of acceptances to findings. @param acceptances - may include those of other releases.
 *
 * @example
 * const published = { operator: 'memcached-operator', release: '0.2.0' };
 * const place = { file: 'manifests/cache.example.com_memcacheds.yaml', path: 'spec.versions[0]' };
 * const acceptance = { ...published, ...place, rule: 'version-removed', reason: 'no cluster has objects of v1alpha1' };
 * withAcceptances(upgradeFindings({ before, after }), [acceptance], published).findings.filter(isUnacceptable);
 */
export function withAcceptances(
  found: readonly UpgradeFinding[],
  acceptances: readonly Acceptance[],
  { operator, release }: PublishedRelease,
): AcceptedUpgrade {
  const own = acceptances.filter((each) => each.operator === operator && each.release === release);
  return {
    findings: found.map((finding) => {
      const acceptance = own.find((each) => isAcceptanceOf(each, finding));
      return acceptance === undefined ? finding : { ...finding, accepted: acceptance.reason };
    }),
    idle: own.filter((acceptance) => !found.some((finding) => isAcceptanceOf(acceptance, finding))),
  };
}

function isAcceptanceOf({ rule, file, path }: Acceptance, finding: UpgradeFinding): boolean {
  return rule === finding.rule && file === finding.file && path === finding.path;
}

/**
 * Returns true if a finding blocks the publication: users are certainly affected, and the team has not accepted it.
 *
 * @example if (upgradeFindings({ before, after }).some(isUnacceptable)) process.exitCode = 1;
 */
export function isUnacceptable({ severity, accepted }: UpgradeFinding): boolean {
  return severity === 'breaking' && accepted === undefined;
}
