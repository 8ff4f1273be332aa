import type { Command } from 'commander';

/** Adds the command `relay`, which `dev` runs in a pod of the operator's image. */
export function addRelayCommand(program: Command): void {
  program.command('relay', { hidden: true }).action(async () => {
    const { runRelay } = await import('./relay.ts');
    await runRelay();
  });
}
