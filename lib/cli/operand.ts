#!/usr/bin/env node
// The program of the library itself: what needs no app, or looks at what apps have written.
// It exits with 1 where what it looks at isn't as it should be, and with 2 where it can't look.

import { Option } from 'commander';
import type { BundleValidateOptions } from './bundle-validate.ts';
import type { CatalogValidateOptions } from './catalog-validate.ts';
import type { CheckUpgradeOptions } from './check-upgrade.ts';
import { commandLine } from './command-line.ts';
import { execute } from './execution.ts';
import type { ImageOptions } from './image-output.ts';
import type { ImportOptions } from './import.ts';
import { acceptOption, formatOption, upgradeExitCodes } from './judging-option.ts';
import { libraryVersion } from './library-version.ts';
import { prepareNode } from './node-start.ts';
import type { DocsOptions } from './reference-files.ts';

prepareNode();

const program = commandLine('operand', 'Looks after what operators are published as.').version(libraryVersion);

const bundle = program.command('bundle').description('bundles for the Operator Lifecycle Manager');

bundle
  .command('validate')
  .description('judge a bundle, whoever has made it; exits with 1 if it has errors')
  .argument('[path]', 'the directory with manifests/ and metadata/, or the image: an archive or a layout')
  .option('--rules', 'tell the rules that bundles are judged by, instead of judging one')
  .option('--for <audiences>', 'who must accept it, of olm,olm-v1,community,openshift: what they refuse is an error')
  .addOption(
    new Option('--categories <file>', 'the categories of a catalog of one\'s own, in JSON: {"categories":[…]}').env(
      'OPERATOR_BUNDLE_CATEGORIES',
    ),
  )
  .addOption(formatOption())
  .action(async (path: string | undefined, options: BundleValidateOptions) => {
    const { bundleValidateCommand } = await import('./bundle-validate.ts');
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
    const { checkUpgradeCommand } = await import('./check-upgrade.ts');
    await checkUpgradeCommand(directory, options);
  })
  .addHelpText('after', upgradeExitCodes);

program
  .command('import')
  .description('write typed constructs for kinds that others have defined')
  .argument(
    '[source...]',
    'where their definitions are: files, directories, Helm charts, URLs, github:owner/repository@version, cluster:[group], - (default: the imports of cdk8s.yaml)',
  )
  .option('-o, --output <dir>', 'where the modules go: to <group>/<version>/<kind>.ts', 'imports')
  .option(
    '-k, --kind <names...>',
    'the kinds that are wanted, as Certificate or Certificate.cert-manager.io (default: all)',
  )
  .option('--omit-descriptions', 'leave out the sentences of publishers, for who may not pass them on')
  .option('--kubeconfig <file>', 'how to reach the cluster (default: $KUBECONFIG, the pod’s account, ~/.kube/config)')
  .option('--context <name>', 'which context of the kubeconfig')
  .action(async (sources: readonly string[], options: ImportOptions) => {
    const { importCommand } = await import('./import.ts');
    await importCommand(sources, options);
  });

program
  .command('docs')
  .description('write the reference of an API, in Markdown, from its definitions')
  .argument('<source...>', 'where they are, and examples of their kinds: bundles, and whatever import takes')
  .option(
    '-o, --output <dir>',
    'where the pages go, one for each kind (default: the page of one kind, to the terminal)',
  )
  .addOption(new Option('-k, --kind <name>', 'the kind of which there is to be a page').conflicts('output'))
  .option('--check', 'write nothing, and exit with 1 if pages are out of date')
  .action(async (sources: readonly string[], options: DocsOptions) => {
    const { docsCommand } = await import('./docs.ts');
    await docsCommand(sources, options);
  });

const imageOptions = [
  new Option(
    '-o, --output <path>',
    'where it goes: an archive, if that ends in .tar; else a directory',
  ).makeOptionMandatory(),
  new Option('-t, --tag <name>', 'what it is called when it is loaded: example.com/team/name:tag'),
  new Option('--platforms <names>', 'for whom it is: linux/amd64,linux/arm64').default('linux/amd64'),
] as const;

const bundleImage = bundle
  .command('image')
  .description('make the image of a bundle, without Docker, with the same digest each time')
  .argument('<dir>', 'the directory with manifests/ and metadata/')
  .action(async (directory: string, options: ImageOptions) => {
    const { bundleImageCommand } = await import('./bundle-image.ts');
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
    const { catalogValidateCommand } = await import('./catalog-validate.ts');
    await catalogValidateCommand(path, options);
  });

const catalogImage = catalog
  .command('image')
  .description('make the image of a catalog, without Docker, with the same digest each time')
  .argument('<path>', 'the directory or the file of the catalog')
  .action(async (path: string, options: ImageOptions) => {
    const { catalogImageCommand } = await import('./catalog-image.ts');
    await catalogImageCommand(path, options);
  });

for (const option of imageOptions) {
  bundleImage.addOption(option);
  catalogImage.addOption(option);
}

await execute(program, process.argv.slice(2), { failureCode: () => 2 });
