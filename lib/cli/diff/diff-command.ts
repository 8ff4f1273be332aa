import { Option } from 'commander';
import { type AppCommand, appAction } from '../project/app-loader.ts';
import { clusterOptions, resultOption } from '../terminal/shared-option.ts';

/** Adds the command `diff` with its options. */
export const addDiffCommand: AppCommand = (program, load) => {
  const diff = program
    .command('diff')
    .description('print what this version of the operator would create, change, prune or fail on in a cluster')
    .argument('[name]', 'the name of the resources to compare (default: all)')
    .option('-n, --namespace <name>', 'the namespace of the resources (default: that of the context)')
    .addOption(new Option('--all', 'compare the resources of all namespaces').conflicts('namespace'))
    .addOption(resultOption())
    .action(appAction(load, async () => (await import('./diff.ts')).executeDiff))
    .addHelpText('after', diffExitCodes);

  for (const option of clusterOptions()) diff.addOption(option);
};

const diffExitCodes = `
Writes nothing: all writes are dry runs. Exits with 0 if nothing would change; with 1 if the cluster can't be compared;
with 2 if the operator would change something, or would fail for a resource.`;
