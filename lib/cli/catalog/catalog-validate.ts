// In: a file-based catalog's directory or file. Out: its findings, as text or JSON. Called by
// `operand catalog validate`.

import { CatalogContent, catalogRuleSummaries, formatRules, validateCatalog } from '../../olm/index.ts';
import { Failure } from '../failure.ts';
import { type ReportOptions, reportFindings } from '../terminal/finding-report.ts';
import { printResult } from '../terminal/results.ts';
import { readCatalog } from './catalog-directory.ts';

/**
 * Prints the findings of a catalog, and exits with 1 if there is an error; or prints the rules for catalogs.
 *
 * @throws Failure if it can't be read, or none is named.
 */
export async function executeCatalogValidate(
  path: string | undefined,
  { rules, format }: ReportOptions & { readonly rules?: true },
): Promise<void> {
  if (rules === true) {
    const summaries = catalogRuleSummaries();
    printResult(format, { rules: summaries }, formatRules(summaries));
    return;
  }
  if (path === undefined) throw new Failure('no catalog is named: name its directory or its file');
  reportFindings(validateCatalog(CatalogContent.read(await readCatalog(path))), { format });
}
