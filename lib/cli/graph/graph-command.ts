import { Option } from 'commander';
import { type AppCommand, appAction } from '../project/app-loader.ts';

/** Adds the command `graph` with its options. */
export const addGraphCommand: AppCommand = (program, load) => {
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
    .action(appAction(load, async () => (await import('./graph.ts')).executeGraph));
};
