// In: a constructed app. Out: a file for each chart, two further ones for each operator, the operators' bundles, and
// catalogs. Called by `synth` and `validate`.

import { join, resolve } from 'node:path';
import { type App, type Chart, Names, YamlOutputType } from 'cdk8s';
import { Catalog, Operator } from '../../constructs/index.ts';
import { yamlStream } from '../../olm/bundle/index.ts';
import type { BundleContent } from '../../olm/content/index.ts';
import { assertDefinition } from '../definition-check.ts';
import { Failure } from '../failure.ts';
import { printError, printText } from '../terminal/output.ts';
import { type OutputDirectory, refuseOtherContent, writeOutput, writeOutputFile } from './output-directory.ts';
import { sampleRenderFindings, sampleStatusFindings } from './sample-finding.ts';
import { readReleasedBundle } from './synthesized-bundle.ts';

/** The options of `synth`. */
export interface SynthOptions {
  /** @default the directory that cdk8s sets in the app */
  readonly output?: string;
  readonly bundle: string;
  /** The directory for catalogs; templates go next to it. */
  readonly catalog: string;
}

/**
 * Writes the output of an app. Two runs for the same app write the same bytes.
 *
 * Prints the results after all files are written: a reader that stops early doesn't interrupt the writing.
 *
 * @throws Failure with all findings of the app, each with the path of its construct. Also if a directory for a bundle
 *   or a catalog has other content, or is used for both; nothing is written then.
 */
export async function executeSynth(app: App, options: SynthOptions): Promise<void> {
  const { charts, directories, warnings } = await synthesizedApp(app, options);
  directories.forEach(refuseOtherContent);
  const done = [...charts.map(({ path, text }) => writeOutputFile(path, text)), ...directories.flatMap(writeOutput)];
  printText(done.map((line) => `${line}\n`).join(''));
  printWarnings(warnings);
}

/**
 * Validates an app as `synth` does, and writes nothing.
 *
 * @throws Failure with all findings of the app, each with the path of its construct.
 */
export async function executeValidate(app: App): Promise<void> {
  const { warnings } = await synthesizedApp(app, { bundle: 'bundle', catalog: 'catalog' });
  const names = Operator.in(app).map(({ name, props }) => `${name} ${props.version} is valid\n`);
  printText(names.length > 0 ? names.join('') : 'the charts are valid\n');
  printWarnings(warnings);
}

function printWarnings(warnings: readonly string[]): void {
  printError(warnings.map((warning) => `warning: ${warning}\n`).join(''));
}

interface SynthesizedApp {
  readonly charts: readonly { readonly path: string; readonly text: string }[];
  /** The bundles and catalogs. */
  readonly directories: readonly OutputDirectory[];
  readonly warnings: readonly string[];
}

async function synthesizedApp(
  app: App,
  { output = app.outdir, bundle: bundles, catalog: catalogs }: SynthOptions,
): Promise<SynthesizedApp> {
  assertDefinition(app);
  if (app.yamlOutputType !== YamlOutputType.FILE_PER_CHART) {
    throw new Failure('an operator is written to one file: leave `yamlOutputType` out of the App');
  }

  // Everything is generated before the first file is written: a failed bundle leaves no incomplete release.
  const operators = Operator.in(app);
  assertSamples(operators.filter(({ props }) => props.bundle === undefined));
  const charts = app.charts.map((chart) => ({
    path: join(output, `${chartName(chart, operators)}${app.outputFileExtension}`),
    // `cdk8s synth --stdout` concatenates the files, which gives a stream of documents.
    text: `---\n${yamlStream(chart.toJson())}`,
  }));
  refuseSharedPaths(charts.map(({ path }) => path));
  const catalogsOfApp = Catalog.in(app);
  const synthesized = await Promise.all(
    operators
      .filter(({ props }) => props.bundle !== undefined)
      .map(async (operator) => ({ operator, ...(await readReleasedBundle(operator, catalogsOfApp)) })),
  );
  const bundleOutputs = synthesized.map(({ operator, files }): OutputDirectory => {
    return { path: join(bundles, operator.name), holds: 'bundle', packageName: operator.name, files };
  });
  const catalogOutputs = await Promise.all(
    catalogsOfApp.map(async (catalog) => {
      const { operator } = catalog.props;
      const { content } =
        synthesized.find((each) => each.operator === operator) ?? (await readReleasedBundle(operator, catalogsOfApp));
      return outputsOf(catalog, content, catalogs);
    }),
  );
  assertStatuses(operators);
  const directories = [...bundleOutputs, ...catalogOutputs.flat()];
  refuseSharedDirectories(directories.filter(({ files }) => files.size > 0));
  return { charts, directories, warnings: synthesized.flatMap((each) => each.warnings) };
}

/** Returns the output directories of a catalog: itself, and its templates, which may be empty. */
async function outputsOf(catalog: Catalog, content: BundleContent, directory: string): Promise<OutputDirectory[]> {
  const { packageName } = catalog;
  // Loaded on demand: most apps have no catalog.
  const { synthesizedCatalog } = await import('./synthesized-catalog.ts');
  const { files, templates } = await synthesizedCatalog(catalog, content);
  const own = { path: join(directory, packageName), holds: 'catalog', packageName, files } as const;
  const beside = join(`${directory}-templates`, packageName);
  return [own, { path: beside, holds: 'templates', packageName, files: templates }];
}

/**
 * Returns the file name of a chart: `<operator>`, `<operator>.monitoring` or `<operator>.samples`. Other charts have
 * the names of cdk8s, without its number prefix for dependent charts.
 */
function chartName(chart: Chart, operators: readonly Operator[]): string {
  if (Operator.isOperator(chart)) return chart.name;
  for (const { name, monitoring, samples } of operators) {
    if (chart === monitoring) return `${name}.monitoring`;
    if (chart === samples) return `${name}.samples`;
  }
  return Names.toDnsLabel(chart);
}

function assertSamples(operators: readonly Operator[]): void {
  const findings = operators.flatMap(sampleRenderFindings);
  if (findings.length > 0) throw new Failure(`samples can't be rendered:\n${findings.join('\n')}`);
}

function assertStatuses(operators: readonly Operator[]): void {
  const findings = operators.flatMap(sampleStatusFindings);
  if (findings.length > 0) throw new Failure(`\`status\` fails for samples:\n${findings.join('\n')}`);
}

function refuseSharedPaths(paths: readonly string[]): void {
  const shared = paths.find((path, index) => paths.indexOf(path) < index);
  if (shared !== undefined)
    throw new Failure(`two charts would be written to ${shared}: give one of the two another id`);
}

/** A directory is published as one unit. */
function refuseSharedDirectories(outputs: readonly OutputDirectory[]): void {
  const paths = outputs.map(({ path }) => resolve(path));
  const shared = outputs.find((_, index) => paths.indexOf(paths[index] ?? '') < index);
  if (shared === undefined) return;
  throw new Failure(
    `a bundle and a catalog would be written to ${shared.path}: name directories that differ with --bundle and --catalog`,
  );
}
