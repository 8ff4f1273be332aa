import type { Command } from 'commander';
import { programPath } from '../process/program-path.ts';

/** Adds the command `build` with its options. */
export function addBuildCommand(program: Command): void {
  program
    .command('build')
    .description('bundle this program into one that needs no node_modules')
    .option('-o, --output <dir>', 'the directory for the bundle', 'build')
    .action(async (options: { readonly output: string }) => {
      const { executeBuild } = await import('./build.ts');
      await executeBuild(programPath(), options);
    });
}
