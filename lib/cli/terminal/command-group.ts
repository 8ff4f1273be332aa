import type { Command } from 'commander';

/** Heading → the commands below it, in the order of the help of `operand`. */
const commandGroups: ReadonlyMap<string, readonly string[]> = new Map([
  ['Create a project:', ['init', 'create', 'import', 'completion']],
  ['Develop:', ['synth', 'validate', 'render', 'dev', 'run', 'replay', 'graph']],
  ['Work on a cluster:', ['install', 'uninstall', 'deploy', 'undeploy', 'doctor', 'dashboard', 'diff', 'migrate']],
  ['Publish:', ['build', 'image', 'docs', 'package', 'bundle', 'catalog', 'check-upgrade']],
]);

/** Adds commands to a program in the order and under the headings of its help; those without a heading come last. */
export function addGroupedCommands(program: Command, commands: readonly Command[]): void {
  const left = new Map(commands.map((command) => [command.name(), command]));
  for (const [heading, names] of commandGroups) {
    for (const name of names) {
      const command = left.get(name);
      left.delete(name);
      if (command !== undefined) program.addCommand(command.helpGroup(heading));
    }
  }
  for (const command of left.values()) program.addCommand(command);
}
