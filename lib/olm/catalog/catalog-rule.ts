import type { ContentRule } from '../finding/content-rule.ts';
import type { CatalogContent } from './content/catalog-content.ts';

/** One rule for catalogs. */
export type CatalogRule = ContentRule<CatalogContent>;
