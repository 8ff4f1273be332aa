// In: an app, or how to come by it, and the command line. Out: what the command asked for, in a file of its own.
// Called by `main`.

import { basename } from 'node:path';
import type { App } from 'cdk8s';
import { CommanderError, Option } from 'commander';
import { healthPort, metricsPorts, webhookPorts } from '../constructs/index.ts';
import type { AppUpgradeOptions } from './app-upgrade.ts';
import type { BuildCommandOptions } from './build.ts';
import { commandLine } from './command-line.ts';
import { execute } from './execution.ts';
import { keepHeapSmall } from './heap.ts';
import { acceptOption, formatOption, upgradeExitCodes } from './judging-option.ts';
import type { MigrateOptions } from './migrate.ts';
import type { DocsOptions } from './reference-files.ts';
import type { RunOptions } from './run.ts';
import type { SynthOptions } from './synth.ts';

/** Reads the command line and does what it says. @param load - the app, which is asked for by commands that need it. */
export async function runProgram(load: () => Promise<App>, argv: readonly string[]): Promise<void> {
  const name = basename(process.argv[1] ?? 'operator');
  const program = commandLine(name, 'Synthesizes the manifests of this app, or runs its operator.')
    .option('-V, --version', 'tell the versions of the operator and of the library')
    .hook('preSubcommand', async (command) => {
      if (command.getOptionValue('version') !== true) return;
      const { versionLines } = await import('./version.ts');
      process.stdout.write(`${versionLines(await load()).join('\n')}\n`);
      throw new CommanderError(0, 'commander.version', 'the version was asked for');
    });

  program
    .command('synth', { isDefault: true })
    .description('write manifests, samples, bundles and catalogs')
    .option('-o, --output <dir>', 'where the manifests go (default: what cdk8s says, else dist)')
    .option('-b, --bundle <dir>', 'where the bundles go', 'bundle')
    .option('-c, --catalog <dir>', 'where the catalogs go, and their templates: to <dir>-templates', 'dist/catalog')
    .action(async (options: SynthOptions) => {
      const { synthCommand } = await import('./synth.ts');
      await synthCommand(await load(), options);
    });

  program
    .command('run')
    .description('run the operator against a cluster')
    .option('--kubeconfig <file>', 'how to reach the cluster (default: $KUBECONFIG, the pod’s account, ~/.kube/config)')
    .option('--context <name>', 'which context of the kubeconfig')
    .option('--leader-elect', 'work only while holding the lease, as one of several replicas')
    .addOption(
      new Option(
        '--watch-namespaces <names>',
        'whose objects to follow: a,b (default: the definition’s, else all)',
      ).env('WATCH_NAMESPACE'),
    )
    .option('--health-address <address>', 'where probes are answered; 0 for nowhere', `:${healthPort}`)
    .option(
      '--metrics-address <address>',
      'where metrics are served: https:// to those whom the API server allows, http:// to anybody; 0 for nowhere',
      `http://127.0.0.1:${metricsPorts.http}`,
    )
    .option('--metrics-cert-dir <dir>', 'where their tls.crt and tls.key are kept (default: issued at each start)')
    .option('--webhook-address <address>', 'where webhooks are served; 0 for nowhere', `:${webhookPorts.container}`)
    .option('--webhook-cert-dir <dir>', 'where tls.crt and tls.key are kept (default: the operator issues its own)')
    .option('--webhook-url <url>', 'under which API servers reach this process, for development: https://host[:port]')
    .addOption(
      new Option('--log-level <level>', 'what to log').choices(['debug', 'info', 'warn', 'error']).default('info'),
    )
    .action(async (options: RunOptions) => {
      keepHeapSmall();
      const { runCommand } = await import('./run.ts');
      await runCommand(await load(), options);
    });

  program
    .command('migrate')
    .description('rewrite stored objects in the storage version, so that older versions can go')
    .option('--kubeconfig <file>', 'how to reach the cluster (default: $KUBECONFIG, the pod’s account, ~/.kube/config)')
    .option('--context <name>', 'which context of the kubeconfig')
    .action(async (options: MigrateOptions) => {
      const { migrateCommand } = await import('./migrate.ts');
      await migrateCommand(await load(), options);
    });

  program
    .command('build')
    .description('bundle this program into one that needs no node_modules')
    .option('-o, --output <dir>', 'where it goes', 'build')
    .action(async (options: BuildCommandOptions) => {
      const { buildCommand } = await import('./build.ts');
      await buildCommand(process.argv[1] ?? program.name(), options);
    });

  program
    .command('docs')
    .description('write the reference of the kinds that this app defines, in Markdown')
    .option(
      '-o, --output <dir>',
      'where the pages go, one for each kind (default: the page of one kind, to the terminal)',
    )
    .addOption(new Option('-k, --kind <name>', 'the kind of which there is to be a page').conflicts('output'))
    .option('--check', 'write nothing, and exit with 1 if pages are out of date')
    .action(async (options: DocsOptions) => {
      const { appDocsCommand } = await import('./app-docs.ts');
      appDocsCommand(await load(), options);
    });

  program
    .command('check-upgrade')
    .description('tell who is hit by the upgrade from earlier releases')
    .option('--against <where>', 'a directory with earlier bundles, or a commit that has them (default: the catalogs’)')
    .option('-b, --bundle <dir>', 'where the commit has them', 'bundle')
    .addOption(acceptOption())
    .addOption(formatOption())
    .action(async (options: AppUpgradeOptions) => {
      const { appUpgradeCommand } = await import('./app-upgrade.ts');
      await appUpgradeCommand(await load(), options);
    })
    .addHelpText('after', upgradeExitCodes);

  await execute(program, argv, { failureCode: (command) => (command === 'check-upgrade' ? 2 : 1) });
}
