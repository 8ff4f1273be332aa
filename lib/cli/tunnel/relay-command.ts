import type { Command } from 'commander';

/** Adds `relay`, which `dev` runs in a pod of the operator's image. */
export function addRelay(program: Command): void {
  program.command('relay', { hidden: true }).action(async () => {
    const { runRelay } = await import('./relay.ts');
    await runRelay();
  });
}
