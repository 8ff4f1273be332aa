// In: an app, or a function that loads it, and the command line. Out: the effect of the command, each in its own
// module. Called by `main`.

import { basename } from 'node:path';
import type { App } from 'cdk8s';
import { type Command, CommanderError, Option } from 'commander';
import { healthPort, metricsPorts, Operator, webhookPorts } from '../constructs/index.ts';
import type { BuildCommandOptions } from './build/build.ts';
import type { ClusterClientOptions } from './cluster-client.ts';
import type { DiffOptions } from './diff/diff.ts';
import type { DocsOptions } from './docs/reference-files.ts';
import type { GraphOptions } from './graph/graph.ts';
import type { ImageBuildOptions } from './image/image-build.ts';
import type { ImageLockOptions } from './image/image-lock.ts';
import { keepHeapSmall } from './process/heap.ts';
import type { ReplayOptions } from './replay/replay.ts';
import type { RunOptions } from './run/run.ts';
import type { SynthOptions } from './synth/synth.ts';
import { commandLine } from './terminal/command-line.ts';
import { executeCommand } from './terminal/execution.ts';
import { printText } from './terminal/output.ts';
import {
  acceptOption,
  clusterOptions,
  docsOptions,
  formatOption,
  imageOptions,
  stepOption,
  upgradeExitCodes,
} from './terminal/shared-option.ts';
import type { AppUpgradeOptions } from './upgrade/app-upgrade.ts';

/** Loads the app, for commands that need it. */
type AppLoader = () => Promise<App>;

/** The commands, in the order of the help. */
const commands: readonly ((program: Command, load: AppLoader) => void)[] = [
  addSynth,
  addRun,
  addRender,
  addDiff,
  addReplay,
  addMigrate,
  addBuild,
  addImage,
  addDocs,
  addGraph,
  addCheckUpgrade,
];

/** Returns the commands of each app, for a program that runs none of them. */
export function appCommands(): readonly Command[] {
  const program = commandLine('main.ts', '');
  for (const add of commands) add(program, () => Promise.reject(new Error('this program has no app')));
  return program.commands;
}

/** Parses the command line and runs its command. */
export async function runProgram(load: AppLoader, argv: readonly string[]): Promise<void> {
  const name = basename(programPath());
  const program = commandLine(name, 'Synthesizes the manifests of this app, or runs its operator.')
    .option('-V, --version', 'print the versions of the operator and of the library')
    .hook('preSubcommand', async (command) => {
      if (command.getOptionValue('version') !== true) return;
      const { libraryVersion } = await import('./process/library-version.ts');
      const operators = Operator.in(await load()).map(({ name, props }) => `${name} ${props.version}\n`);
      printText([...operators, `operand ${libraryVersion}\n`].join(''));
      throw new CommanderError(0, 'commander.version', 'the version was asked for');
    });

  for (const add of commands) add(program, load);
  await executeCommand(program, argv, { failureCode: (command) => (command === 'check-upgrade' ? 2 : 1) });
}

function addSynth(program: Command, load: AppLoader): void {
  program
    .command('synth', { isDefault: true })
    .description('write manifests, samples, bundles and catalogs')
    .option('-o, --output <dir>', 'the directory for the manifests (default: that of cdk8s, else dist)')
    .option('-b, --bundle <dir>', 'the directory for the bundles', 'bundle')
    .option(
      '-c, --catalog <dir>',
      'the directory for the catalogs; their templates go to <dir>-templates',
      'dist/catalog',
    )
    .action(async (options: SynthOptions) => {
      const { synthCommand } = await import('./synth/synth.ts');
      await synthCommand(await load(), options);
    });
}

function addRun(program: Command, load: AppLoader): void {
  const run = program
    .command('run')
    .description('run the operator against a cluster')
    .option('--leader-elect', 'work only while holding the lease, as one of several replicas')
    .addOption(
      new Option(
        '--watch-namespaces <names>',
        'the namespaces to watch: a,b (default: the definition’s, else all)',
      ).env('WATCH_NAMESPACE'),
    )
    .option(
      '--health-address <address>',
      `the address of the probes; 0 for none (default: ${addressDefault(healthPort)})`,
    )
    .option(
      '--metrics-address <address>',
      'the address of the metrics: https:// for clients that the API server authorizes, http:// for all; 0 for none',
      `http://127.0.0.1:${metricsPorts.http}`,
    )
    .option('--metrics-cert-dir <dir>', 'the directory of their tls.crt and tls.key (default: issued at each start)')
    .option(
      '--webhook-address <address>',
      `the address of the webhooks; 0 for none (default: ${addressDefault(webhookPorts.container)})`,
    )
    .option('--webhook-cert-dir <dir>', 'the directory of tls.crt and tls.key (default: the operator issues its own)')
    .option(
      '--record <file>',
      'record what each reconcile reads and requests, for replay; without the values of Secrets',
    )
    .option('--apply-definitions', 'first write the CRDs of this program to the cluster, for development')
    .option(
      '--webhook-url <url>',
      'the URL at which API servers reach this process, for development: https://host[:port]',
    )
    .addOption(
      new Option('--log-level <level>', 'the level of the log')
        .choices(['debug', 'info', 'warn', 'error'])
        .default('info'),
    )
    .action(async (options: RunOptions) => {
      keepHeapSmall();
      const { runCommand } = await import('./run/run.ts');
      await runCommand(await load(), options);
    });

  for (const option of clusterOptions()) run.addOption(option);
}

function addRender(program: Command, load: AppLoader): void {
  program
    .command('render')
    .description('print the children of custom resources as YAML, without a cluster')
    .argument('[files...]', 'files of custom resources, and of the objects that they refer to (default: the samples)')
    .action(async (files: readonly string[]) => {
      const { renderCommand } = await import('./render/render.ts');
      await renderCommand(await load(), files);
    });
}

function addDiff(program: Command, load: AppLoader): void {
  const diff = program
    .command('diff')
    .description('print what this version of the operator would create, change, prune or fail on in a cluster')
    .argument('[name]', 'the name of the resources to compare (default: all)')
    .option('-n, --namespace <name>', 'the namespace of the resources (default: that of the context)')
    .addOption(new Option('--all', 'compare the resources of all namespaces').conflicts('namespace'))
    .addOption(
      new Option('-o, --output <format>', 'the format of the changes').choices(['text', 'json']).default('text'),
    )
    .action(async (name: string | undefined, options: DiffOptions) => {
      const { diffCommand } = await import('./diff/diff.ts');
      await diffCommand(await load(), name, options);
    })
    .addHelpText('after', diffExitCodes);

  for (const option of clusterOptions()) diff.addOption(option);
}

function addReplay(program: Command, load: AppLoader): void {
  program
    .command('replay')
    .description('run the reconciles of a trace again, without a cluster; exits with 1 if one differs')
    .argument('<trace>', 'the file that run --record wrote')
    .addOption(stepOption())
    .action(async (trace: string, options: ReplayOptions) => {
      const { replayCommand } = await import('./replay/replay.ts');
      await replayCommand(await load(), trace, options);
    });
}

function addMigrate(program: Command, load: AppLoader): void {
  const migrate = program
    .command('migrate')
    .description('rewrite stored objects in the storage version, so that older versions can be removed')
    .action(async (options: ClusterClientOptions) => {
      const { migrateCommand } = await import('./run/migrate.ts');
      await migrateCommand(await load(), options);
    });

  for (const option of clusterOptions()) migrate.addOption(option);
}

function addBuild(program: Command): void {
  program
    .command('build')
    .description('bundle this program into one that needs no node_modules')
    .option('-o, --output <dir>', 'the directory for the bundle', 'build')
    .action(async (options: BuildCommandOptions) => {
      const { buildCommand } = await import('./build/build.ts');
      await buildCommand(programPath(), options);
    });
}

function addImage(program: Command, load: AppLoader): void {
  const image = program.command('image').description('the image that runs this operator in a cluster');

  addImageBuild(image, load);
  addImageLock(image);
}

function addImageBuild(image: Command, load: AppLoader): void {
  const imageBuild = image
    .command('build')
    .description('build it, without Docker, with the same digest each time')
    .option(
      '--base <image>',
      'an image with Node as the base: an archive, a layout or a reference to a registry (default: the base of the lock)',
    )
    .addOption(imageLockOption())
    .option('--label <name=value>', 'a further label; may be repeated', collectedWords, [])
    .action(async (options: ImageBuildOptions) => {
      const { imageBuildCommand } = await import('./image/image-build.ts');
      await imageBuildCommand(programPath(), await load(), options);
    });
  for (const option of imageOptions('linux/amd64,linux/arm64')) imageBuild.addOption(option);
}

function addImageLock(image: Command): void {
  image
    .command('lock')
    .description('pin the current digest of its base')
    .option('--base <reference>', 'an image of a registry, with a tag (default: the base of the lock, else Node’s own)')
    .addOption(imageLockOption())
    .action(async (options: ImageLockOptions) => {
      const { imageLockCommand } = await import('./image/image-lock.ts');
      await imageLockCommand(programPath(), options);
    });
}

function addDocs(program: Command, load: AppLoader): void {
  const docs = program
    .command('docs')
    .description('write the reference of the kinds that this app defines, in Markdown')
    .action(async (options: DocsOptions) => {
      const { appDocsCommand } = await import('./docs/app-docs.ts');
      appDocsCommand(await load(), options);
    });
  for (const option of docsOptions()) docs.addOption(option);
}

function addGraph(program: Command, load: AppLoader): void {
  program
    .command('graph')
    .description('draw the structure of the operator: kinds, children, webhooks, images and rights')
    .option('-o, --output <file>', 'the file of the drawing; - prints it', '-')
    .addOption(
      new Option('--format <format>', 'the format (default: svg for a file that ends in .svg, else mermaid)').choices([
        'mermaid',
        'svg',
      ]),
    )
    .option('--operator <name>', 'the operator, if the app has several')
    .action(async (options: GraphOptions) => {
      const { graphCommand } = await import('./graph/graph.ts');
      graphCommand(await load(), options);
    });
}

function addCheckUpgrade(program: Command, load: AppLoader): void {
  program
    .command('check-upgrade')
    .description('report the effects of the upgrade from earlier releases on users')
    .option('--against <where>', 'a directory with earlier bundles, or a commit that has them (default: the catalogs’)')
    .option('-b, --bundle <dir>', 'the directory of the bundles in the commit', 'bundle')
    .addOption(acceptOption())
    .addOption(formatOption())
    .action(async (options: AppUpgradeOptions) => {
      const { appUpgradeCommand } = await import('./upgrade/app-upgrade.ts');
      await appUpgradeCommand(await load(), options);
    })
    .addHelpText('after', upgradeExitCodes);
}

const diffExitCodes = `
Writes nothing: all writes are dry runs. Exits with 0 if nothing would change; with 1 if the cluster can't be compared;
with 2 if the operator would change something, or would fail for a resource.`;

/** Returns the option with the path of the lock. */
function imageLockOption(): Option {
  return new Option('--lock <file>', 'the lock of the base (default: image.lock.json next to the program)');
}

/** Returns the path of the running program. */
function programPath(): string {
  return process.argv[1] ?? 'operator';
}

/** Returns the text of a server's default address. */
function addressDefault(port: number): string {
  return `:${port} in a pod, else 127.0.0.1:${port}`;
}

/** Adds a value to those of a repeated option. */
function collectedWords(word: string, words: readonly string[]): string[] {
  return [...words, word];
}
