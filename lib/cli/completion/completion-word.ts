// In: the commands of a program. Out: the words that a shell completes at each of them. Called by the scripts.

import type { Command, Option } from 'commander';

/** A command, and the words that may follow it. */
export interface CompletedCommand {
  /** `operand bundle validate`. */
  readonly path: string;
  /** The commands of a group, and the possible values of an argument. */
  readonly words: readonly CompletedWord[];
  readonly options: readonly Option[];
}

/** A word with its meaning. */
export interface CompletedWord {
  readonly word: string;
  readonly description: string;
}

/** Returns a program and all commands of it, each before its own. */
export function completedCommands(command: Command, above = ''): readonly CompletedCommand[] {
  const path = `${above}${command.name()}`;
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const words = [
    ...command.commands.map((each) => ({ word: each.name(), description: each.description() })),
    ...choices.map((word) => ({ word, description: '' })),
  ];
  const options = command.options.filter(({ hidden }) => !hidden);
  return [{ path, words, options }, ...command.commands.flatMap((each) => completedCommands(each, `${path} `))];
}

/** Returns the spellings of an option: `-o`, `--output`. */
export function spellings({ short, long }: Option): readonly string[] {
  return [short, long].filter((spelling) => spelling !== undefined);
}

/** Returns true if a value follows an option. */
export function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}
