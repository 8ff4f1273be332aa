import { Command } from 'commander';
import { printError, printText } from './output.ts';

/** Returns the command line of a program, without commands. Groups are listed with their commands. */
export function commandLine(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .exitOverride()
    .configureOutput({ writeOut: printText, writeErr: printError })
    .configureHelp({ subcommandTerm });
}

/**
 * Returns the action of a command.
 *
 * @param load - loads its function, which gets the arguments, the options and the command, when it runs.
 */
export function loadedAction<Words extends readonly unknown[]>(load: () => Promise<(...words: Words) => unknown>) {
  return async (...words: Words): Promise<void> => {
    const run = await load();
    await run(...words);
  };
}

function subcommandTerm(command: Command): string {
  const names = command.commands.map((each) => each.name());
  if (names.length > 0) return `${command.name()} <${names.join('|')}>`;
  const options = command.options.length > 0 ? ['[options]'] : [];
  const words = command.registeredArguments.map((argument) => {
    const word = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${word}>` : `[${word}]`;
  });
  return [command.name(), ...options, ...words].join(' ');
}
