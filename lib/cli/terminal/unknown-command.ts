import type { Command } from 'commander';

/**
 * Returns the message for an unknown command, also in a group; undefined if the command exists.
 *
 * A program with a default command would take the word for an argument of that.
 */
export async function unknownCommand(
  program: Command,
  [word, ...words]: readonly string[],
): Promise<string | undefined> {
  if (word === undefined || word.startsWith('-') || program.commands.length === 0) return undefined;
  const command = program.commands.find((each) => each.name() === word);
  if (command !== undefined) return await unknownCommand(command, words);
  const names = program.commands.map((each) => each.name());
  if (word === 'help') return undefined;
  const { nearest } = await import('../../schema/index.ts');
  const meant = nearest(word, names);
  const remedy = meant === undefined ? `: there are ${names.join(', ')}` : `, did you mean ${meant}?`;
  return `${fullName(program)} has no command '${word}'${remedy}`;
}

function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}
