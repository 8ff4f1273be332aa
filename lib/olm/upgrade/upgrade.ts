// In: the bundles of two releases of one operator. Out: the effects of the upgrade on users. Called by
// `operand check-upgrade`, and by `check-upgrade` of an operator's own program.

import { BundleContent } from '../content/index.ts';
import { permissionChanges } from './access/permission-change.ts';
import { policyChanges } from './admission/admission-policy.ts';
import { webhookChanges } from './admission/webhook-change.ts';
import { childrenFindings } from './child/children.ts';
import { definitionChanges } from './definition/definition-change.ts';
import { manifestChanges } from './manifest-change.ts';
import { both, type ReleasePair } from './release-pair.ts';
import { requirementFindings } from './requirement/requirement.ts';
import { refusedSampleFindings } from './sample/refused-sample.ts';
import type { SampleRender } from './sample/rendered-sample.ts';
import { successionFindings } from './succession.ts';
import { type UpgradeFinding, type UpgradeSeverity, upgradeFinding } from './upgrade-finding.ts';

/** The options of a comparison of two releases. */
export interface UpgradeOptions {
  /**
   * Renders samples of the old release with the new one.
   *
   * @default compares samples of the same kind and name by the children in the bundles; for a changed sample, no
   *   finding is more than `risky`
   */
  readonly render?: SampleRender;
}

/**
 * Reports the effects of an upgrade of an operator on its users.
 *
 * A return to the old release isn't checked: it may not understand data stored by the new one.
 *
 * @returns the worst first, otherwise in the order of definitions, APIs, samples, children, manifests, rights,
 *   webhooks, policies, requirements and versions. Empty also for two releases with the same bytes.
 * @example
 * for (const { severity, path, what } of upgradeFindings({ before, after })) console.log(severity, path, what);
 */
export function upgradeFindings(releases: ReleasePair, { render }: UpgradeOptions = {}): readonly UpgradeFinding[] {
  const found = [
    ...definitionChanges(releases),
    ...refusedSampleFindings(releases),
    ...childrenFindings(releases, render),
    ...manifestChanges(releases),
    ...permissionChanges(releases),
    ...webhookChanges(releases),
    ...policyChanges(releases),
    ...requirementFindings(releases),
    ...(areSameBundles(releases) ? [] : successionFindings(releases)),
  ];
  return found.toSorted((one, other) => severityRank(one) - severityRank(other));
}

/**
 * Reports the effects on users if no upgrade follows, since the operator isn't published any more.
 *
 * @example departureFindings(before).map(({ rule }) => rule); // ['operator-gone', 'kind-gone']
 */
export function departureFindings(before: BundleContent): readonly UpgradeFinding[] {
  const after = new BundleContent(new Map());
  const name = before.clusterServiceVersion.at('metadata', 'name');
  const departure = upgradeFinding(name, {
    severity: 'breaking',
    rule: 'operator-gone',
    what: `${name.text ?? 'the operator'} has no successor: the operator isn't published any more`,
    hits: 'installations of the operator: they get no more releases',
    remedy: 'continue to publish it, or mark its package as deprecated in the catalog and name a replacement',
  });
  return [departure, ...definitionChanges({ before, after })];
}

const severities: readonly UpgradeSeverity[] = ['breaking', 'risky', 'notice'];

function severityRank({ severity }: UpgradeFinding): number {
  return severities.indexOf(severity);
}

function areSameBundles({ before, after }: ReleasePair): boolean {
  const [old, present] = both({ before, after }, ({ files }) =>
    [...files].toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  return (
    old.length === present.length &&
    old.every(([path, bytes], index) => path === present[index]?.[0] && Buffer.compare(bytes, present[index][1]) === 0)
  );
}
