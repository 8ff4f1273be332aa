import type { RuleSummary } from '../finding/rule-summary.ts';
import type { Violation } from '../finding/violation.ts';
import type { CatalogContent } from './content/catalog-content.ts';

/** One demand on a catalog. Pure, and never throws, whatever the files hold. */
export interface CatalogRule extends RuleSummary {
  readonly check: (catalog: CatalogContent) => Iterable<Violation>;
}
