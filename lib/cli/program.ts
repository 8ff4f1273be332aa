// In: an app, or how to come by it, and the command line. Out: what the command asked for, in a file of its own.
// Called by `main`.

import { basename } from 'node:path';
import type { App } from 'cdk8s';
import { Command, Option } from 'commander';
import { healthPort, metricsPorts, webhookPorts } from '../constructs/index.ts';
import type { AppUpgradeOptions } from './app-upgrade.ts';
import type { BuildCommandOptions } from './build.ts';
import { execute } from './execution.ts';
import { keepHeapSmall } from './heap.ts';
import type { MigrateOptions } from './migrate.ts';
import type { RunOptions } from './run.ts';
import type { SynthOptions } from './synth.ts';

/** Reads the command line and does what it says. @param load - the app, which is asked for by commands that need it. */
export async function runProgram(load: () => Promise<App>, argv: readonly string[]): Promise<void> {
  const program = new Command(basename(process.argv[1] ?? 'operator'))
    .description('Synthesizes the manifests of this app, or runs its operator.')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });

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
    .command('check-upgrade')
    .description('tell who is hit by the upgrade from an earlier release; exits with 1 if somebody is for sure')
    .option('--against <where>', 'a directory with earlier bundles, or a commit that has them (default: the catalogs’)')
    .option('-b, --bundle <dir>', 'where the commit has them', 'bundle')
    .addOption(new Option('-o, --output <format>', 'how findings are told').choices(['text', 'json']).default('text'))
    .action(async (options: AppUpgradeOptions) => {
      const { appUpgradeCommand } = await import('./app-upgrade.ts');
      await appUpgradeCommand(await load(), options);
    });

  await execute(program, argv);
}
