import type { UpgradeFinding } from './upgrade-finding.ts';

/** Which release of which operator is about to be published. */
export interface PublishedRelease {
  readonly operator: string;
  /** Its version; `gone` if the operator isn't published any more. */
  readonly release: string;
}

/**
 * A finding that an operator's team has agreed to: it is still told, and doesn't keep the release from being published.
 *
 * It holds for one release, so that the same change is found again in a later one.
 */
export interface Acceptance extends PublishedRelease {
  /** As the finding has it. */
  readonly rule: string;
  readonly file: string;
  readonly path: string;
  /** For whoever is hit, or has to decide again. */
  readonly reason: string;
}

/** What is found of a release, and what of it is accepted. */
export interface AcceptedUpgrade {
  readonly findings: readonly UpgradeFinding[];
  /** What accepts nothing that has been found of this release: the change is gone, or somewhere else. */
  readonly idle: readonly Acceptance[];
}

/** Gives findings the reason for which they are accepted. @param acceptances - also those of other releases */
export function withAcceptances(
  found: readonly UpgradeFinding[],
  acceptances: readonly Acceptance[],
  { operator, release }: PublishedRelease,
): AcceptedUpgrade {
  const own = acceptances.filter((each) => each.operator === operator && each.release === release);
  return {
    findings: found.map((finding) => {
      const acceptance = own.find((each) => isAbout(each, finding));
      return acceptance === undefined ? finding : { ...finding, accepted: acceptance.reason };
    }),
    idle: own.filter((acceptance) => !found.some((finding) => isAbout(acceptance, finding))),
  };
}

function isAbout({ rule, file, path }: Acceptance, finding: UpgradeFinding): boolean {
  return rule === finding.rule && file === finding.file && path === finding.path;
}
