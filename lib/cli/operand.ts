#!/usr/bin/env node
// The program of the library itself: commands that need no app, or that read the output of apps. It exits with 1 for
// findings, and with 2 for failures. It hands commands that need the app to the app's program, and exits as that one does.

import { Argument, type Command, Option } from 'commander';
import type { Shell } from './completion/completion-script.ts';
import type { SourceDocsOptions } from './docs/docs.ts';
import { docsOptions } from './docs/docs-command.ts';
import { Failure } from './failure.ts';
import { imageCommandOptions } from './image/image-command.ts';
import { libraryVersion } from './process/library-version.ts';
import { prepareNode } from './process/node-start.ts';
import type { ReplayOptions } from './replay/replay.ts';
import { stepOption } from './replay/replay-command.ts';
import { kindNames } from './source/kind-name.ts';
import { addExamples } from './terminal/command-example.ts';
import { addGroupedCommands } from './terminal/command-group.ts';
import { commandLine, loadedAction } from './terminal/command-line.ts';
import { executeCommand } from './terminal/execution.ts';
import { printText } from './terminal/output.ts';
import { clusterOptions, formatOption } from './terminal/shared-option.ts';
import type { CheckUpgradeOptions } from './upgrade/check-upgrade.ts';
import { acceptOption, upgradeExitCodes } from './upgrade/check-upgrade-command.ts';

prepareNode();

const argv = process.argv.slice(2);
const program = commandLine('operand', 'Creates, develops, installs and publishes operators.');

program
  .command('init')
  .description('create a project for an operator; files that exist stay as they are')
  .argument('[directory]', 'the directory of the project', '.')
  .option('--name <name>', 'the name of the operator (default: that of the directory)')
  .option('--domain <domain>', 'the domain of your organisation, with which the groups of its kinds end')
  .action(loadedAction(async () => (await import('./scaffold/init.ts')).executeInit));

program
  .command('create')
  .description('create parts of the project in this directory')
  .command('api')
  .description('create a kind, a further version of it, or webhooks for it; files that exist stay as they are')
  .option(
    '--group <group>',
    'the group of the kind: cache, to which the domain of the project is added, or a whole one',
  )
  .option('--version <version>', 'the version of the kind: a newer one than before gets conversions, and is stored')
  .option('--kind <kind>', 'the kind, in CamelCase and in the singular')
  .addOption(new Option('--webhook <types...>', 'webhooks to create').choices(['validating', 'mutating']))
  .option(
    '--manifests <file>',
    'make a new kind of these objects, with fields for their replicas and images; - is the standard input',
  )
  .action(loadedAction(async () => (await import('./scaffold/create-api.ts')).executeCreateApi));

const bundle = program.command('bundle').description('bundles for the Operator Lifecycle Manager');

const bundleValidate = bundle
  .command('validate')
  .description('validate a bundle of any tool; exits with 1 if it has errors')
  .argument('[path]', 'the directory with manifests/ and metadata/, or the image: an archive or a layout')
  .option('--rules', 'print the rules for bundles, instead of validating one')
  .option(
    '--for <audiences>',
    'the audiences, of olm,olm-v1,community,openshift: a rejection by their tools is an error',
  )
  .option('--strict', 'make every warning an error')
  .option('--server', 'send all objects of the installation to a cluster as well, which stores none (dry run)')
  .option('--namespace <name>', 'with --server: the existing namespace of the dry run', 'default')
  .addOption(
    new Option('--categories <file>', 'the categories of a custom catalog, in JSON: {"categories":[…]}').env(
      'OPERATOR_BUNDLE_CATEGORIES',
    ),
  )
  .addOption(formatOption())
  .action(loadedAction(async () => (await import('./bundle/bundle-validate.ts')).executeBundleValidate));

program
  .command('check-upgrade')
  .description('report the effects of the upgrade from earlier releases on users')
  .argument('[dir]', 'a bundle, or a directory of bundles', 'bundle')
  .option(
    '--against <where>',
    'the earlier releases: a directory, or a commit that has them in [dir] (default: those of the catalogs of the app)',
  )
  .addOption(acceptOption())
  .addOption(formatOption())
  .action(async (directory: string, { against, ...options }: UpgradeOptions, { args }: Command) => {
    if (against === undefined) {
      if (args.length === 0) return await handToApp();
      throw new Failure(
        `the releases before ${directory} are not known: name them with --against, or leave ${directory} out to check the app of cdk8s.yaml`,
      );
    }
    const { executeCheckUpgrade } = await import('./upgrade/check-upgrade.ts');
    await executeCheckUpgrade(directory, { ...options, against });
  })
  .addHelpText('after', upgradeExitCodes);

const importing = program
  .command('import')
  .description('write typed constructs for third-party kinds')
  .argument(
    '[source...]',
    'the definitions: files, directories, Helm charts, URLs, github:owner/repository@version, cluster:[group], - (default: the imports of cdk8s.yaml)',
  )
  .option('-o, --output <dir>', 'the directory for the modules: <group>/<version>/<kind>.ts', 'imports')
  .option('-k, --kind <names...>', `the requested kinds, ${kindNames}; name sources before it (default: all)`)
  .option(
    '--prune',
    'remove stale modules: kinds that cdk8s.yaml no longer lists, and versions that are not among the imports',
  )
  .option('--omit-descriptions', 'leave out the descriptions of publishers, if you have no right to distribute them')
  .action(loadedAction(async () => (await import('./import/import.ts')).executeImport));

const docs = program
  .command('docs')
  .description('write the reference of an API, in Markdown, from its definitions')
  .argument(
    '[source...]',
    'the definitions, and examples of their kinds: bundles, and the sources of import (default: the app of this project)',
  )
  .action(async (sources: readonly string[], options: SourceDocsOptions) => {
    if (sources.length === 0) {
      if (options.kubeconfig === undefined && options.context === undefined) await handToApp();
      throw new Failure(
        '--kubeconfig and --context are for a source in a cluster: name one, such as cluster:example.com',
      );
    }
    const { executeDocs } = await import('./docs/docs.ts');
    await executeDocs(sources, options);
  });

for (const option of docsOptions()) docs.addOption(option);
for (const option of clusterOptions()) {
  importing.addOption(option);
  docs.addOption(option);
}

program
  .command('package')
  .description('build a package of an app’s constructs, for charts of other teams, with documented types')
  .argument('[dir]', 'the directory of the app, with package.json and index.ts', '.')
  .option('-o, --output <dir>', 'the directory for the package, in place of the previous one', 'build/package')
  .action(loadedAction(async () => (await import('./package/package.ts')).executePackage));

program
  .command('replay')
  .description('run the reconciles of a trace again, without a cluster; exits with 1 if one differs')
  .argument('<trace>', 'the file that run --record wrote')
  .option('--app <file>', 'the module that exports the app', 'app.ts')
  .addOption(stepOption())
  .action(async (trace: string, { app, ...options }: ReplayOptions & { readonly app: string }) => {
    const { loadApp } = await import('./project/app-loader.ts');
    const { executeReplay } = await import('./replay/replay.ts');
    await executeReplay(await loadApp(app), trace, options);
  });

bundle
  .command('explain')
  .description('print the requirement of a rule for bundles, and the tools that reject a violation')
  .argument('<code>', 'the code behind a finding, in brackets')
  .addOption(formatOption())
  .action(loadedAction(async () => (await import('./bundle/bundle-validate.ts')).executeBundleExplain));

const bundleImage = bundle
  .command('image')
  .description('build the image of a bundle, without Docker, with the same digest each time')
  .argument('<dir>', 'the directory with manifests/ and metadata/')
  .action(loadedAction(async () => (await import('./bundle/bundle-image.ts')).executeBundleImage));

const catalog = program.command('catalog').description('file-based catalogs of bundles');

catalog
  .command('validate')
  .description('validate a catalog of any tool; exits with 1 if it has errors')
  .argument('[path]', 'the directory or the file of the catalog, or its image: an archive or a layout')
  .option('--rules', 'print the rules for catalogs, instead of validating one')
  .addOption(formatOption())
  .action(loadedAction(async () => (await import('./catalog/catalog-validate.ts')).executeCatalogValidate));

const catalogImage = catalog
  .command('image')
  .description('build the image of a catalog, without Docker, with the same digest each time')
  .argument('<path>', 'the directory or the file of the catalog')
  .action(loadedAction(async () => (await import('./catalog/catalog-image.ts')).executeCatalogImage));

for (const option of clusterOptions()) bundleValidate.addOption(option);

for (const option of imageCommandOptions({ platforms: 'linux/amd64', tag: 'none' })) {
  bundleImage.addOption(option);
  catalogImage.addOption(option);
}

program
  .command('completion')
  .description('print the script by which a shell completes the commands and options')
  .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
  .action(async (shell: Shell) => {
    const { completionScripts } = await import('./completion/completion-script.ts');
    printText(completionScripts[shell](whole));
  });

const own = program.commands;
const ownNames = own.map((command) => command.name());
// Loaded on demand: it loads cdk8s.
const isAlone = argv[0] !== 'completion' && ownNames.includes(argv[0] ?? '');
const app = isAlone ? [] : (await import('./program.ts')).appCommands();

/** True if the app's program was to run. Its commands exit with 1 for a failure, except for `check-upgrade`. */
let isForApp = false;

// `create api` has an option --version of its own.
const whole = commandLine(program.name(), program.description()).version(libraryVersion).enablePositionalOptions();
addGroupedCommands(whole, [...own, ...app.filter((command) => !ownNames.includes(command.name()))]);
addExamples(whole);
whole.hook('preSubcommand', async (_, command) => {
  if (app.includes(command)) await handToApp();
});
await executeCommand(whole, argv, { failureCode: () => (ownNames.includes(argv[0] ?? '') && !isForApp ? 2 : 1) });

/** The options of `check-upgrade`, for directories or for the app. */
type UpgradeOptions = Omit<CheckUpgradeOptions, 'against'> & Partial<CheckUpgradeOptions>;

/** Runs the app's program in the place of this one. */
async function handToApp(): Promise<never> {
  isForApp = argv[0] !== 'check-upgrade';
  const { runAppProgram } = await import('./project/app-program.ts');
  return await runAppProgram(argv);
}
