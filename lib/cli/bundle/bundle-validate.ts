// In: a bundle's directory. Out: its findings, as text or JSON; or the description of a rule. Called by
// `operand bundle validate` and `explain`.

import { readFile } from 'node:fs/promises';
import { isJsonObject } from '../../api/index.ts';
import { type Audience, audiences, formatRules, ruleSummaries, validate } from '../../olm/index.ts';
import { retiredRules } from '../../olm/validation/index.ts';
import { nearestName, ownField } from '../../schema/index.ts';
import { Failure } from '../failure.ts';
import { type ReportOptions, reportFindings } from '../terminal/finding-report.ts';
import { printError } from '../terminal/output.ts';
import { printResult } from '../terminal/results.ts';
import { readBundle } from './bundle-directory.ts';
import type { ServerOptions } from './server-validation.ts';

/** The options of `bundle validate`. */
export interface BundleValidateOptions extends ReportOptions, ServerOptions {
  /** Audiences, separated by commas. */
  readonly for?: string;
  /** The file with the categories of a custom catalog. @default those of the public catalogs */
  readonly categories?: string;
  readonly rules?: true;
  /** True if warnings are errors. */
  readonly strict?: true;
  /** True to validate by a dry run on a cluster as well. */
  readonly server?: true;
}

/**
 * Prints the findings of a bundle, and exits with 1 if there is an error; or prints the rules for bundles.
 *
 * @throws Failure if the directory has no bundle, none is named, or an audience is unknown. Also if the file of
 *   categories can't be read, or the cluster can't validate.
 */
export async function executeBundleValidate(
  directory: string | undefined,
  { rules, for: names = '', categories = '', strict, format, server, ...cluster }: BundleValidateOptions,
): Promise<void> {
  if (rules === true) {
    printResult(format, { rules: ruleSummaries() }, formatRules(ruleSummaries()));
    return;
  }
  if (directory === undefined) {
    throw new Failure('no bundle is named: name the directory that holds manifests/ and metadata/');
  }
  const bundle = await readBundle(directory);
  const found = validate(bundle, {
    audiences: audiencesIn(names),
    isStrict: strict === true,
    ...(categories !== '' && { categories: await readCategories(categories) }),
  });
  if (server !== true) {
    reportFindings(found, { format });
    return;
  }
  const { validateOnServer } = await import('./server-validation.ts');
  reportFindings([...found, ...(await validateOnServer(bundle, found, cluster))], { format });
}

function audiencesIn(text: string): readonly Audience[] {
  const names = text.split(',').map((name) => name.trim());
  return names.flatMap((name) => {
    const audience = audiences.find((each) => each === name);
    if (audience !== undefined) return [audience];
    if (name === '') return [];
    throw new Failure(`there is no audience ${name}: write some of ${audiences.join(',')} after --for`);
  });
}

/**
 * Reads the categories of a custom catalog from a file in operator-sdk's format: JSON,
 * `{ "categories": ["Caches", …] }`.
 *
 * @throws Failure if it can't be read, or has another format.
 */
async function readCategories(path: string): Promise<readonly string[]> {
  const remedy = 'name a file with {"categories":["Caches"]} in JSON';
  try {
    const list: unknown = JSON.parse(await readFile(path, 'utf8'));
    const names = isJsonObject(list) ? list.categories : undefined;
    if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names;
  } catch (error) {
    throw new Failure(`${path} can't be read: ${remedy}`, { cause: error });
  }
  throw new Failure(`${path} lists no categories: ${remedy}`);
}

/**
 * Prints the severity and the requirement of a rule, and the tools that reject a violation. A former code stands for the
 * rule that finds its mistakes now.
 *
 * @throws Failure if there is no such code.
 */
export function executeBundleExplain(code: string, { format }: ReportOptions): void {
  const now = ownField(retiredRules, code);
  const rule = ruleSummaries().find(({ id }) => id === (now ?? code));
  if (rule === undefined) {
    const meant = nearestName(
      code,
      ruleSummaries().map(({ id }) => id),
    );
    const remedy = meant === undefined ? 'see `operand bundle validate --rules`' : `did you mean ${meant}?`;
    throw new Failure(`there is no rule ${code}: ${remedy}`);
  }
  if (now !== undefined) printError(`${code} is a former code: ${now} finds its mistakes now\n`);
  printResult(format, rule, formatRules([rule]));
}
