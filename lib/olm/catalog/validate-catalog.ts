import { type RatedRule, sortedRuleSummaries } from '../finding/rule-summary.ts';
import { reportedFindings, ruleViolations } from '../finding/rule-violation.ts';
import type { ValidationFinding } from '../finding/validation-finding.ts';
import type { CatalogRule } from './catalog-rule.ts';
import type { CatalogContent } from './content/catalog-content.ts';
import { blobFormViolations } from './form/blob-form.ts';
import { blobRules } from './rules/blob.ts';
import { bundleRules } from './rules/bundle.ts';
import { bundleObjectRules } from './rules/bundle-object.ts';
import { channelRules } from './rules/channel.ts';
import { channelGraphRules } from './rules/channel-graph.ts';
import { deprecationRules } from './rules/deprecation.ts';
import { formRules } from './rules/form.ts';
import { packageRules } from './rules/package.ts';

/** Rules for well-formed documents. */
const meaningRules: readonly CatalogRule[] = [
  ...blobRules,
  ...packageRules,
  ...channelRules,
  ...channelGraphRules,
  ...bundleRules,
  ...bundleObjectRules,
  ...deprecationRules,
];

const catalogRules: readonly CatalogRule[] = [...formRules, ...meaningRules];

/**
 * Validates a catalog from any tool: reports content that the tools of catalogs reject, and releases that would get no
 * updates.
 *
 * @returns errors and warnings together, in the order of files and rules; empty if the catalog is valid.
 * @example
 * validateCatalog(CatalogContent.read(files)).map(({ rule, path }) => `${rule}: ${path}`);
 * // ['package-default-channel: olm.package[memcached-operator]']
 */
export function validateCatalog(catalog: CatalogContent): readonly ValidationFinding[] {
  // The rules about meaning ignore values of a wrong type, and would report them as missing.
  const malformed = catalog.blobs.filter((blob) => blobFormViolations(blob).length > 0);
  const wellFormed = malformed.length === 0 ? catalog : catalog.without(malformed);
  return reportedFindings([
    ...formRules.flatMap((rule) => ruleViolations(rule, rule.check(catalog))),
    ...meaningRules.flatMap((rule) => ruleViolations(rule, rule.check(wellFormed))),
  ]);
}

/**
 * Returns all rules for catalogs, by id.
 *
 * @example console.log(formatRules(catalogRuleSummaries()));
 */
export function catalogRuleSummaries(): readonly RatedRule[] {
  return sortedRuleSummaries(catalogRules);
}
