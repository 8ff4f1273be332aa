import type { Place } from '../content/index.ts';
import type { Severity } from '../validation/index.ts';
import type { CatalogContent } from './catalog-content.ts';

/** A place at which a catalog breaks a rule. */
export interface CatalogViolation {
  readonly place: Pick<Place, 'file' | 'path'>;
  /** What is wrong, with the values that matter. */
  readonly what: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** One demand on a catalog. Pure, and never throws, whatever the files hold. */
export interface CatalogRule {
  /** Kebab-case, what it is about first: `channel-head`. Part of the public interface: it never changes. */
  readonly id: string;
  /** What it demands, as a sentence for people who look a finding up. */
  readonly demand: string;
  readonly severity: Severity;
  readonly check: (catalog: CatalogContent) => Iterable<CatalogViolation>;
}
