// In: the bundles of two releases of one operator. Out: whoever is hit by the upgrade from one to the other, and how.
// Called by `operand check-upgrade`, and by `check-upgrade` of an operator's own program.

import { childrenFindings, type SampleRender } from './children.ts';
import { definitionFindings } from './definition.ts';
import { permissionFindings } from './permission.ts';
import { refusedSamples } from './refused-sample.ts';
import type { ReleasePair } from './release-pair.ts';
import { requirementFindings } from './requirement.ts';
import { successionFindings } from './succession.ts';
import type { UpgradeFinding, UpgradeSeverity } from './upgrade-finding.ts';
import { webhookFindings } from './webhook.ts';

/** How two releases are compared. */
export interface UpgradeOptions {
  /**
   * How the new release renders the samples of the old one.
   *
   * @default samples of the same kind and name are compared by the children that came with the bundles; where the sample
   * itself has changed, nothing that is found is more than `risky`
   */
  readonly render?: SampleRender;
}

/**
 * What the upgrade from one release of an operator to another does to those who use it.
 *
 * The way back isn't looked at: the old release may not understand what the new one has stored.
 *
 * @returns the worst first, otherwise in the order of definitions, samples, children, rights, webhooks, requirements and versions.
 * Empty also if the two are the same release, byte for byte.
 */
export function upgradeFindings(releases: ReleasePair, { render }: UpgradeOptions = {}): readonly UpgradeFinding[] {
  const found = [
    ...definitionFindings(releases),
    ...refusedSamples(releases),
    ...childrenFindings(releases, render),
    ...permissionFindings(releases),
    ...webhookFindings(releases),
    ...requirementFindings(releases),
    ...(isSame(releases) ? [] : successionFindings(releases)),
  ];
  return found.toSorted((one, other) => rank(one) - rank(other));
}

const severities: readonly UpgradeSeverity[] = ['breaking', 'risky', 'notice'];

function rank({ severity }: UpgradeFinding): number {
  return severities.indexOf(severity);
}

function isSame({ before, after }: ReleasePair): boolean {
  const [old, present] = [before, after].map(({ files }) =>
    [...files].toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  return (
    old?.length === present?.length &&
    old?.every(
      ([path, bytes], index) => path === present?.[index]?.[0] && Buffer.compare(bytes, present[index][1]) === 0,
    ) === true
  );
}
