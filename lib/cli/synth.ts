// In: an app, constructed. Out: a file for each chart, two beside each operator's, the operators' bundles, and catalogs.
// Called by `main`.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type App, type Chart, Names, YamlOutputType } from 'cdk8s';
import { Catalog, Operator } from '../constructs/index.ts';
import { yamlStream } from '../olm/bundle/index.ts';
import { assertDefinition } from './definition.ts';
import { Failure } from './failure.ts';
import { sampleRenderFindings } from './sample-render.ts';
import { synthesizedBundle } from './synthesized-bundle.ts';

/** The words of `synth`. */
export interface SynthOptions {
  /** @default what cdk8s has given the app */
  readonly output?: string;
  readonly bundle: string;
  /** Templates go beside it. */
  readonly catalog: string;
}

/**
 * Writes what the app amounts to. Two runs over one app write the same bytes.
 *
 * @throws Failure with all findings of the app, each with the path of its construct; nothing is written then.
 */
export async function synthCommand(
  app: App,
  { output = app.outdir, bundle: bundles, catalog: catalogs }: SynthOptions,
): Promise<void> {
  assertDefinition(app);
  if (app.yamlOutputType !== YamlOutputType.FILE_PER_CHART) {
    throw new Failure('an operator is written to one file: leave `yamlOutputType` out of the App');
  }

  // All of it is made before the first byte is written: what can't be bundled leaves no half of a release behind.
  const operators = Operator.in(app);
  assertSamples(operators.filter(({ props }) => props.bundle === undefined));
  const charts = app.charts.map((chart) => ({
    path: join(output, `${chartName(chart, operators)}${app.outputFileExtension}`),
    // What puts the files one after the other, as `cdk8s synth --stdout` does, has a stream of documents.
    text: `---\n${yamlStream(chart.toJson())}`,
  }));
  refuseSharedPaths(charts.map(({ path }) => path));
  const directories = operators
    .filter(({ props }) => props.bundle !== undefined)
    .map((operator) => ({ path: join(bundles, operator.name), operator, ...synthesizedBundle(operator) }));
  const offers = await Promise.all(
    Catalog.in(app).map(async (catalog) => {
      const { operator } = catalog.props;
      const { content } = directories.find((each) => each.operator === operator) ?? synthesizedBundle(operator);
      // What most apps don't need, loaded by those that do.
      const { synthesizedCatalog } = await import('./synthesized-catalog.ts');
      return { packageName: catalog.packageName, ...(await synthesizedCatalog(catalog, content)) };
    }),
  );

  for (const { path, text } of charts) write(path, text);
  for (const { path, files, warnings } of directories) {
    writeDirectory(path, files);
    for (const warning of warnings) process.stderr.write(`warning: ${warning}\n`);
  }
  for (const { packageName, files, templates } of offers) {
    writeDirectory(join(catalogs, packageName), files);
    if (templates.size > 0) writeDirectory(join(`${catalogs}-templates`, packageName), templates);
  }
}

/**
 * `<operator>`, `<operator>.monitoring` and `<operator>.samples`; other charts as cdk8s names them, but for the number that it puts before the
 * names of all where some depend on others.
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

function refuseSharedPaths(paths: readonly string[]): void {
  const shared = paths.find((path, index) => paths.indexOf(path) < index);
  if (shared !== undefined)
    throw new Failure(`two charts would be written to ${shared}: give one of the two another id`);
}

/** Writes a bundle or a catalog, and removes what an earlier one left in its directory: a file too many would become part of it. */
function writeDirectory(directory: string, files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) write(join(directory, path), text);
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !files.has(relative(directory, path))) rmSync(path);
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  process.stdout.write(`wrote ${path}\n`);
}
