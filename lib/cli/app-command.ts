// In: a program, and the loader of an app. Out: the program with the commands of the app, whose functions are loaded when
// they run. Called by `runProgram`, and by `operand`, which lists them.

import type { App } from 'cdk8s';
import { type Command, Option } from 'commander';
import { healthPort, metricsPorts, webhookPorts } from '../constructs/index.ts';
import type { BuildCommandOptions } from './build/build.ts';
import type { DevOptions } from './dev/dev-option.ts';
import type { DoctorOptions } from './doctor/doctor.ts';
import type { ImageBuildOptions } from './image/image-build.ts';
import type { ImageLockOptions } from './image/image-lock.ts';
import { addInstallationOptions, deletionOption } from './install/installation-option.ts';
import { fitHeap } from './process/heap.ts';
import { programPath } from './process/program-path.ts';
import type { AppLoader } from './project/app-loader.ts';
import type { RunOptions } from './run/run.ts';
import { loadedAction } from './terminal/command-line.ts';
import {
  acceptOption,
  clusterOptions,
  docsOptions,
  formatOption,
  imageOptions,
  portOf,
  resultOption,
  stepOption,
  upgradeExitCodes,
} from './terminal/shared-option.ts';

/** Adds the commands of an app to a program, in the order of the help. */
export function addAppCommands(program: Command, load: AppLoader): void {
  for (const add of commands) add(program, load);
}

const commands: readonly ((program: Command, load: AppLoader) => void)[] = [
  addSynth,
  addDev,
  addRun,
  addRender,
  addDiff,
  addInstallation,
  addDoctor,
  addReplay,
  addMigrate,
  addBuild,
  addImage,
  addDocs,
  addGraph,
  addDashboard,
  addCheckUpgrade,
];

/** Returns the action of a command, which gets the app before its arguments and options. */
function appAction<Words extends readonly unknown[]>(
  load: AppLoader,
  command: () => Promise<(app: App, ...words: Words) => unknown>,
) {
  return async (...words: Words): Promise<void> => {
    const run = await command();
    await run(await load(), ...words);
  };
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
    .action(appAction(load, async () => (await import('./synth/synth.ts')).synthCommand));
  program
    .command('validate')
    .description('validate the definition, its samples and its bundles as synth does, and write nothing')
    .action(appAction(load, async () => (await import('./synth/synth.ts')).validateCommand));
}

function addDev(program: Command, load: AppLoader): void {
  const dev = program
    .command('dev')
    .description('run the operator from its sources, and again after each save (default: on an embedded cluster)')
    .option(
      '--namespace <name>',
      'the namespace of the operator in your cluster that this one replaces (default: the only one that has it)',
    )
    .option('--watch-namespaces <names>', 'the namespaces to watch: a,b (default: the definition’s, else all)')
    .option(
      '--webhook-url <url>',
      'the URL at which the API servers of your cluster reach this process: https://host[:port] (default: the address of this machine at which one does, else a Service in front of a pod that leads here)',
    )
    .option(
      '--webhook-address <address>',
      'the address of the webhooks; 0 leaves the calls to the operator in your cluster (default: that of --webhook-url)',
    )
    .option(
      '--dashboard [port]',
      'show the resources and the manager on a local web page (default: a free port)',
      portOf,
    )
    .addOption(new Option('--session', 'run once, as the process that a save ends').hideHelp())
    .action(async (options: DevOptions) => {
      const { devCommand } = await import('./dev/dev.ts');
      await devCommand(load, options);
    })
    .addHelpText('after', devHelp);

  for (const option of clusterOptions('$KUBECONFIG, else an embedded cluster')) dev.addOption(option);
}

const devHelp = `
Exits with 0 after Ctrl-C; with 1 if the cluster can't be used, or another process takes the Lease of the operator.`;

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
      'record the reads and requests of each reconcile, for replay; without the values of Secrets',
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
      fitHeap();
      const { runCommand } = await import('./run/run.ts');
      await runCommand(await load(), options);
    });

  for (const option of clusterOptions()) run.addOption(option);
}

/** Returns the text of a server's default address. */
function addressDefault(port: number): string {
  return `:${port} in a pod, else 127.0.0.1:${port}`;
}

function addRender(program: Command, load: AppLoader): void {
  program
    .command('render')
    .description('print the children of custom resources as YAML, without a cluster')
    .argument('[files...]', 'files of custom resources, and of the objects that they refer to (default: the samples)')
    .action(appAction(load, async () => (await import('./render/render.ts')).renderCommand));
}

function addDiff(program: Command, load: AppLoader): void {
  const diff = program
    .command('diff')
    .description('print what this version of the operator would create, change, prune or fail on in a cluster')
    .argument('[name]', 'the name of the resources to compare (default: all)')
    .option('-n, --namespace <name>', 'the namespace of the resources (default: that of the context)')
    .addOption(new Option('--all', 'compare the resources of all namespaces').conflicts('namespace'))
    .addOption(resultOption())
    .action(appAction(load, async () => (await import('./diff/diff.ts')).diffCommand))
    .addHelpText('after', diffExitCodes);

  for (const option of clusterOptions()) diff.addOption(option);
}

const diffExitCodes = `
Writes nothing: all writes are dry runs. Exits with 0 if nothing would change; with 1 if the cluster can't be compared;
with 2 if the operator would change something, or would fail for a resource.`;

function addInstallation(program: Command, load: AppLoader): void {
  const add = (name: string, description: string): Command =>
    addInstallationOptions(program.command(name).description(description));
  add('install', 'apply the CRDs of this app to a cluster, and wait until they are served').action(
    appAction(load, async () => (await import('./install/install.ts')).installCommand),
  );
  add('uninstall', 'delete the CRDs of this app from a cluster; refuses while custom resources exist')
    .addOption(deletionOption())
    .action(appAction(load, async () => (await import('./install/uninstall.ts')).uninstallCommand));
  add('deploy', 'apply all manifests of the operator to a cluster, and wait until its manager is available').action(
    appAction(load, async () => (await import('./install/install.ts')).deployCommand),
  );
  add('undeploy', 'delete all manifests of the operator from a cluster; refuses while custom resources exist')
    .addOption(deletionOption())
    .action(appAction(load, async () => (await import('./install/uninstall.ts')).undeployCommand));
}

function addDoctor(program: Command, load: AppLoader): void {
  const doctor = program
    .command('doctor')
    .description(
      'print what is missing on this machine or in the cluster, and why the operator or a resource is not ready',
    )
    .argument('[resource]', 'a custom resource, as kind/name (default: the operator only)')
    .option('-n, --namespace <name>', 'the namespace of the resource (default: that of the context)')
    .addOption(resultOption())
    .action(async (resource: string | undefined, options: DoctorOptions) => {
      const { doctorCommand } = await import('./doctor/doctor.ts');
      await doctorCommand(load, resource, options);
    })
    .addHelpText('after', doctorHelp);

  for (const option of clusterOptions()) doctor.addOption(option);
}

const doctorHelp = `
Exits with 0 if there is no problem; with 1 for problems; with 2 for a wrong command line.`;

function addReplay(program: Command, load: AppLoader): void {
  program
    .command('replay')
    .description('run the reconciles of a trace again, without a cluster; exits with 1 if one differs')
    .argument('<trace>', 'the file that run --record wrote')
    .addOption(stepOption())
    .action(appAction(load, async () => (await import('./replay/replay.ts')).replayCommand));
}

function addMigrate(program: Command, load: AppLoader): void {
  const migrate = program
    .command('migrate')
    .description('rewrite stored objects in the storage version, so that older versions can be removed')
    .addOption(resultOption())
    .action(appAction(load, async () => (await import('./run/migrate.ts')).migrateCommand));

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
  const lock = '--lock <file>';
  const lockMeaning = 'the lock of the base (default: image.lock.json next to the program)';

  const imageBuild = image
    .command('build')
    .description('build it, without Docker, with the same digest each time')
    .option(
      '--base <image>',
      'an image with Node as the base: an archive, a layout or a reference to a registry (default: the base of the lock)',
    )
    .option(lock, lockMeaning)
    .option('--label <name=value>', 'a further label; may be repeated', collectedWords, [])
    .action(async (options: ImageBuildOptions) => {
      const { imageBuildCommand } = await import('./image/image-build.ts');
      await imageBuildCommand(programPath(), await load(), options);
    });
  const defaults = { platforms: 'linux/amd64,linux/arm64', tag: 'the image of the operator' };
  for (const option of imageOptions(defaults)) imageBuild.addOption(option);

  image
    .command('lock')
    .description('pin the current digest of its base')
    .option('--base <reference>', 'an image of a registry, with a tag (default: the base of the lock, else Node’s own)')
    .option(lock, lockMeaning)
    .action(async (options: ImageLockOptions) => {
      const { imageLockCommand } = await import('./image/image-lock.ts');
      await imageLockCommand(programPath(), options);
    });
}

/** Adds a value to those of a repeated option. */
function collectedWords(word: string, words: readonly string[]): string[] {
  return [...words, word];
}

function addDocs(program: Command, load: AppLoader): void {
  const docs = program
    .command('docs')
    .description('write the reference of the kinds that this app defines, in Markdown')
    .action(appAction(load, async () => (await import('./docs/app-docs.ts')).appDocsCommand));
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
    .action(appAction(load, async () => (await import('./graph/graph.ts')).graphCommand));
}

function addDashboard(program: Command, load: AppLoader): void {
  const dashboard = program
    .command('dashboard')
    .description('show the custom resources and their children on a local web page')
    .option('-n, --namespace <name>', 'the only namespace to show (default: those that the operator watches)')
    .option('--port <number>', 'the port on 127.0.0.1; 0 for a free one', portOf, 0)
    .action(appAction(load, async () => (await import('./dashboard/dashboard.ts')).dashboardCommand));

  for (const option of clusterOptions()) dashboard.addOption(option);
}

function addCheckUpgrade(program: Command, load: AppLoader): void {
  program
    .command('check-upgrade')
    .description('report the effects of the upgrade from earlier releases on users')
    .option('--against <where>', 'a directory with earlier bundles, or a commit that has them (default: the catalogs’)')
    .option('-b, --bundle <dir>', 'the directory of the bundles in the commit', 'bundle')
    .addOption(acceptOption())
    .addOption(formatOption())
    .action(appAction(load, async () => (await import('./upgrade/app-upgrade.ts')).appUpgradeCommand))
    .addHelpText('after', upgradeExitCodes);
}

/** Adds `relay`, which `dev` runs in a pod of the operator's image. */
export function addRelay(program: Command): void {
  program
    .command('relay', { hidden: true })
    .action(loadedAction(async () => (await import('./tunnel/relay.ts')).relayCommand));
}
