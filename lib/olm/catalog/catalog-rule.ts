import type { RuleSummary } from '../finding/rule-summary.ts';
import type { Violation } from '../finding/violation.ts';
import type { CatalogContent } from './content/catalog-content.ts';

/** One rule for catalogs. Pure; never throws, whatever the content of the files. */
export interface CatalogRule extends RuleSummary {
  readonly check: (catalog: CatalogContent) => Iterable<Violation>;
}
