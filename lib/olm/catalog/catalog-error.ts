import { brandedError } from '../../error/index.ts';

/** A problem with the content of a catalog. */
export interface CatalogFinding {
  /** The path of the construct that causes it. */
  readonly path: string;
  /** The problem. */
  readonly what: string;
  /** The correction. */
  readonly remedy: string;
}

/**
 * Thrown for a catalog that tools reject, or in which a release gets no updates. Its definition has to change.
 *
 * @example
 * try {
 *   offeredCatalog(catalog, { published: new Map(), current: after });
 * } catch (error) {
 *   if (CatalogError.is(error)) console.error(error.findings.map(({ path, what }) => `${path}: ${what}`));
 * }
 */
export class CatalogError extends brandedError('CatalogError') {
  readonly code = 'catalog-refused';
  /** All findings; at least one. */
  readonly findings: readonly CatalogFinding[];

  constructor(packageName: string, findings: readonly CatalogFinding[], options?: ErrorOptions) {
    const lines = findings.map(({ path, what, remedy }) => `  [${path}] ${what}; ${remedy}`);
    super(`can't offer operator ${packageName}:\n${lines.join('\n')}`, options);
    this.findings = findings;
  }
}
