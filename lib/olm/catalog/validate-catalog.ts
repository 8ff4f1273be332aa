import { type RatedRule, sortedRuleSummaries } from '../finding/rule-summary.ts';
import { ruleViolations, violationFindings } from '../finding/rule-violation.ts';
import type { ValidationFinding } from '../finding/validation-finding.ts';
import type { CatalogRule } from './catalog-rule.ts';
import type { CatalogContent } from './content/catalog-content.ts';
import { blobFormViolations } from './form/blob-form.ts';
import { blobRules } from './rules/blob.ts';
import { bundleRules } from './rules/bundle.ts';
import { channelRules } from './rules/channel.ts';
import { channelGraphRules } from './rules/channel-graph.ts';
import { deprecationRules } from './rules/deprecation.ts';
import { formRules } from './rules/form.ts';
import { packageNameRule, packageRules } from './rules/package.ts';

/** Rules for well-formed documents: each belongs to a package. */
const referenceRules: readonly CatalogRule[] = [...blobRules, packageNameRule];

/** Rules for well-formed documents of known packages. */
const meaningRules: readonly CatalogRule[] = [
  ...packageRules,
  ...channelRules,
  ...channelGraphRules,
  ...bundleRules,
  ...deprecationRules,
];

/** The rules that report documents as missing → the schemas of these. */
const absenceRules: ReadonlyMap<string, readonly string[]> = new Map([
  ['package-default-channel', ['olm.channel']],
  ['bundle-channel', ['olm.channel']],
  ['channel-bundle', ['olm.bundle']],
  ['channel-skips-unknown', ['olm.bundle']],
  ['deprecation-reference', ['olm.channel', 'olm.bundle']],
]);

const catalogRules: readonly CatalogRule[] = [...formRules, ...referenceRules, ...meaningRules];

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
  const malformed = catalog.blobs.filter((blob) => !blob.at('schema').text || blobFormViolations(blob).length > 0);
  const wellFormed = malformed.length === 0 ? catalog : catalog.without(malformed);
  const coherent = wellFormed.ofKnownPackages();
  const known = new Set(coherent.blobs);
  const strayed = new Set(wellFormed.blobs.filter((blob) => !known.has(blob)).map((blob) => blob.at('schema').text));
  // A document that can't be read, or of an unknown package, may be the missing one.
  const isCertain = ({ id }: CatalogRule) => {
    const schemas = absenceRules.get(id);
    return schemas === undefined || (catalog.unreadable.length === 0 && !schemas.some((each) => strayed.has(each)));
  };
  return violationFindings([
    ...formRules.flatMap((rule) => ruleViolations(rule, rule.check(catalog))),
    ...referenceRules.flatMap((rule) => ruleViolations(rule, rule.check(wellFormed))),
    ...meaningRules.filter(isCertain).flatMap((rule) => ruleViolations(rule, rule.check(coherent))),
  ]);
}

/**
 * Returns all rules that `validateCatalog` checks, by id.
 *
 * @example console.log(formatRules(catalogRuleSummaries()));
 */
export function catalogRuleSummaries(): readonly RatedRule[] {
  return sortedRuleSummaries(catalogRules);
}
