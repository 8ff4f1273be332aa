#!/usr/bin/env node
// The program of the library itself: what needs no app, or looks at what apps have written.
// It exits with 1 where what it looks at isn't as it should be, and with 2 where it can't look.

import { Option } from 'commander';
import type { BundleValidateOptions } from './bundle/bundle-validate.ts';
import type { CatalogValidateOptions } from './catalog/catalog-validate.ts';
import type { SourceDocsOptions } from './docs/docs.ts';
import { docsOptions } from './docs/docs-option.ts';
import { imageOptions } from './image/image-option.ts';
import type { ImageOptions } from './image/image-output.ts';
import type { ImportOptions } from './import/import.ts';
import type { PackageOptions } from './package/package.ts';
import { libraryVersion } from './process/library-version.ts';
import { prepareNode } from './process/node-start.ts';
import { kindNames } from './source/kind-name.ts';
import { clusterOptions } from './terminal/cluster-option.ts';
import { commandLine } from './terminal/command-line.ts';
import { execute } from './terminal/execution.ts';
import { acceptOption, formatOption, upgradeExitCodes } from './terminal/judging-option.ts';
import type { CheckUpgradeOptions } from './upgrade/check-upgrade.ts';

prepareNode();

const program = commandLine('operand', 'Looks after what operators are published as.').version(libraryVersion);

const bundle = program.command('bundle').description('bundles for the Operator Lifecycle Manager');

bundle
  .command('validate')
  .description('judge a bundle, whoever has made it; exits with 1 if it has errors')
  .argument('[path]', 'the directory with manifests/ and metadata/, or the image: an archive or a layout')
  .option('--rules', 'tell the rules that bundles are judged by, instead of judging one')
  .option(
    '--for <audiences>',
    'who must accept it, of olm,olm-v1,community,openshift: what their tools reject is an error',
  )
  .option('--strict', 'make every warning an error')
  .addOption(
    new Option('--categories <file>', 'the categories of a catalog of one\'s own, in JSON: {"categories":[…]}').env(
      'OPERATOR_BUNDLE_CATEGORIES',
    ),
  )
  .addOption(formatOption())
  .action(async (path: string | undefined, options: BundleValidateOptions) => {
    const { bundleValidateCommand } = await import('./bundle/bundle-validate.ts');
    await bundleValidateCommand(path, options);
  });

program
  .command('check-upgrade')
  .description('tell who is hit by the upgrade from earlier releases')
  .argument('[dir]', 'a bundle, or a directory of bundles', 'bundle')
  .requiredOption(
    '--against <where>',
    'where the earlier releases are: a directory, or a commit that has them in [dir]',
  )
  .addOption(acceptOption())
  .addOption(formatOption())
  .action(async (directory: string, options: CheckUpgradeOptions) => {
    const { checkUpgradeCommand } = await import('./upgrade/check-upgrade.ts');
    await checkUpgradeCommand(directory, options);
  })
  .addHelpText('after', upgradeExitCodes);

const importing = program
  .command('import')
  .description('write typed constructs for kinds that others have defined')
  .argument(
    '[source...]',
    'where their definitions are: files, directories, Helm charts, URLs, github:owner/repository@version, cluster:[group], - (default: the imports of cdk8s.yaml)',
  )
  .option('-o, --output <dir>', 'where the modules go: to <group>/<version>/<kind>.ts', 'imports')
  .option('-k, --kind <names...>', `the kinds that are wanted, ${kindNames}; sources stand before it (default: all)`)
  .option('--omit-descriptions', 'leave out the sentences of publishers, for who may not pass them on')
  .action(async (sources: readonly string[], options: ImportOptions) => {
    const { importCommand } = await import('./import/import.ts');
    await importCommand(sources, options);
  });

const docs = program
  .command('docs')
  .description('write the reference of an API, in Markdown, from its definitions')
  .argument('<source...>', 'where they are, and examples of their kinds: bundles, and whatever import takes')
  .action(async (sources: readonly string[], options: SourceDocsOptions) => {
    const { docsCommand } = await import('./docs/docs.ts');
    await docsCommand(sources, options);
  });

for (const option of docsOptions()) docs.addOption(option);
for (const option of clusterOptions()) {
  importing.addOption(option);
  docs.addOption(option);
}

program
  .command('package')
  .description('make a package of an app’s constructs, for other people’s charts, with types that explain themselves')
  .argument('[dir]', 'the directory of the app, with package.json and index.ts', '.')
  .option('-o, --output <dir>', 'where it goes, in place of the last one', 'build/package')
  .action(async (directory: string, options: PackageOptions) => {
    const { packageCommand } = await import('./package/package.ts');
    await packageCommand(directory, options);
  });

const bundleImage = bundle
  .command('image')
  .description('make the image of a bundle, without Docker, with the same digest each time')
  .argument('<dir>', 'the directory with manifests/ and metadata/')
  .action(async (directory: string, options: ImageOptions) => {
    const { bundleImageCommand } = await import('./bundle/bundle-image.ts');
    await bundleImageCommand(directory, options);
  });

const catalog = program.command('catalog').description('file-based catalogs of bundles');

catalog
  .command('validate')
  .description('judge a catalog, whoever has made it; exits with 1 if it has errors')
  .argument('[path]', 'the directory or the file of the catalog, or its image: an archive or a layout')
  .option('--rules', 'tell the rules that catalogs are judged by, instead of judging one')
  .addOption(formatOption())
  .action(async (path: string | undefined, options: CatalogValidateOptions) => {
    const { catalogValidateCommand } = await import('./catalog/catalog-validate.ts');
    await catalogValidateCommand(path, options);
  });

const catalogImage = catalog
  .command('image')
  .description('make the image of a catalog, without Docker, with the same digest each time')
  .argument('<path>', 'the directory or the file of the catalog')
  .action(async (path: string, options: ImageOptions) => {
    const { catalogImageCommand } = await import('./catalog/catalog-image.ts');
    await catalogImageCommand(path, options);
  });

for (const option of imageOptions('linux/amd64')) {
  bundleImage.addOption(option);
  catalogImage.addOption(option);
}

await execute(program, process.argv.slice(2), { failureCode: () => 2 });
