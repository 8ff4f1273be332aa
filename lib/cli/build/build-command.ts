import type { Command } from 'commander';
import { programPath } from '../process/program-path.ts';

/** Adds `build`. */
export function addBuild(program: Command): void {
  program
    .command('build')
    .description('bundle this program into one that needs no node_modules')
    .option('-o, --output <dir>', 'the directory for the bundle', 'build')
    .action(async (options: { readonly output: string }) => {
      const { buildCommand } = await import('./build.ts');
      await buildCommand(programPath(), options);
    });
}
