// In: the bundles of two releases of one operator. Out: whoever is hit by the upgrade from one to the other, and how.
// Called by `operand check-upgrade`, and by `check-upgrade` of an operator's own program.

import { BundleContent } from '../content/index.ts';
import { permissionFindings } from './access/permission.ts';
import { policyFindings } from './admission/admission-policy.ts';
import { webhookFindings } from './admission/webhook.ts';
import { childrenFindings } from './child/children.ts';
import { definitionFindings } from './definition/definition.ts';
import { servedApiFindings } from './definition/served-api.ts';
import { manifestFindings } from './manifest/manifest.ts';
import { both, type ReleasePair } from './release-pair.ts';
import { requirementFindings } from './requirement/requirement.ts';
import { refusedSamples } from './sample/refused-sample.ts';
import type { SampleRender } from './sample/rendered-sample.ts';
import { successionFindings } from './succession.ts';
import { type UpgradeFinding, type UpgradeSeverity, upgradeFinding } from './upgrade-finding.ts';

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
 * @returns the worst first, otherwise in the order of definitions, APIs, samples, children, manifests, rights, webhooks, policies, requirements and versions.
 * Empty also if the two are the same release, byte for byte.
 */
export function upgradeFindings(releases: ReleasePair, { render }: UpgradeOptions = {}): readonly UpgradeFinding[] {
  const found = [
    ...definitionFindings(releases),
    ...servedApiFindings(releases),
    ...refusedSamples(releases),
    ...childrenFindings(releases, render),
    ...manifestFindings(releases),
    ...permissionFindings(releases),
    ...webhookFindings(releases),
    ...policyFindings(releases),
    ...requirementFindings(releases),
    ...(isSame(releases) ? [] : successionFindings(releases)),
  ];
  return found.toSorted((one, other) => rank(one) - rank(other));
}

/** What it does to those who use an operator that it isn't published any more. */
export function departureFindings(before: BundleContent): readonly UpgradeFinding[] {
  const after = new BundleContent(new Map());
  const name = before.clusterServiceVersion.at('metadata', 'name');
  const departure = upgradeFinding(name, {
    severity: 'breaking',
    rule: 'operator-gone',
    what: `${name.text ?? 'the operator'} has no successor: the operator isn't published any more`,
    hits: 'whoever has it installed: there are no more releases of it',
    remedy: 'publish it on, or mark its package as deprecated in the catalog and tell users what to change to',
  });
  return [departure, ...definitionFindings({ before, after }), ...servedApiFindings({ before, after })];
}

const severities: readonly UpgradeSeverity[] = ['breaking', 'risky', 'notice'];

function rank({ severity }: UpgradeFinding): number {
  return severities.indexOf(severity);
}

function isSame({ before, after }: ReleasePair): boolean {
  const [old, present] = both({ before, after }, ({ files }) =>
    [...files].toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  return (
    old.length === present.length &&
    old.every(([path, bytes], index) => path === present[index]?.[0] && Buffer.compare(bytes, present[index][1]) === 0)
  );
}
