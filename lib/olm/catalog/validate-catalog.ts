// In: what a catalog holds. Out: everything that is wrong with it.
// Called by `operand catalog validate`, and at synth for the catalogs that are made there.

import { findings, judgements } from '../finding/judgement.ts';
import { type RatedRule, summaries } from '../finding/rule-summary.ts';
import type { ValidationFinding } from '../finding/validation-finding.ts';
import type { CatalogRule } from './catalog-rule.ts';
import type { CatalogContent } from './content/catalog-content.ts';
import { formViolations } from './form/blob-form.ts';
import { blobRules } from './rules/blob.ts';
import { bundleRules } from './rules/bundle.ts';
import { bundleObjectRules } from './rules/bundle-object.ts';
import { bundlePropertyRules } from './rules/bundle-property.ts';
import { channelRules } from './rules/channel.ts';
import { channelGraphRules } from './rules/channel-graph.ts';
import { deprecationRules } from './rules/deprecation.ts';
import { formRules } from './rules/form.ts';
import { packageRules } from './rules/package.ts';
import { skipRangeRules } from './rules/skip-range.ts';

/** What is demanded of documents that have their form. */
const meaningRules: readonly CatalogRule[] = [
  ...blobRules,
  ...packageRules,
  ...channelRules,
  ...channelGraphRules,
  ...skipRangeRules,
  ...bundleRules,
  ...bundlePropertyRules,
  ...bundleObjectRules,
  ...deprecationRules,
];

const catalogRules: readonly CatalogRule[] = [...formRules, ...meaningRules];

/**
 * Judges a catalog, whoever has made it: what the tools that serve catalogs refuse, and what they serve although somebody
 * gets no updates by it.
 *
 * @returns what is wrong, errors and warnings together, in the order of files and rules. Empty: nothing is.
 */
export function validateCatalog(catalog: CatalogContent): readonly ValidationFinding[] {
  // A value of another kind is none to those who ask what a document means, and they would miss it.
  const malformed = catalog.blobs.filter((blob) => formViolations(blob).length > 0);
  const wellFormed = malformed.length === 0 ? catalog : catalog.without(malformed);
  return findings([
    ...formRules.flatMap((rule) => judgements(rule, rule.check(catalog))),
    ...meaningRules.flatMap((rule) => judgements(rule, rule.check(wellFormed))),
  ]);
}

/** All rules that catalogs are judged by, by their ids. */
export function catalogRuleSummaries(): readonly RatedRule[] {
  return summaries(catalogRules);
}
