// In: the commands of a program. Out: the script by which a shell completes them. Called by `completion`.

import type { Command, Option } from 'commander';

/** Shell → its script for a program. */
export const completionScripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** A shell of {@link completionScripts}. */
export type Shell = keyof typeof completionScripts;

function bashScript(program: Command): string {
  const name = program.name();
  return `_${name}() {
  local at=${name} word choices= current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${choicesText(program)}
  COMPREPLY=($(compgen -W "$choices" -- "$current"))
}
complete -o default -F _${name} ${name}
`;
}

function zshScript(program: Command): string {
  const name = program.name();
  return `#compdef ${name}
_${name}() {
  local at=${name} word choices= current=\${words[CURRENT]} previous=\${words[CURRENT-1]}
  for word in "\${(@)words[2,CURRENT-1]}"; do
${choicesText(program)}
  if [[ -n $choices ]]; then compadd -- \${=choices}; else _files; fi
}
compdef _${name} ${name}
`;
}

/** Returns the statements that bash and zsh share: they set \`choices\` for the current word; none stands for files. */
function choicesText(program: Command): string {
  const commands = completedCommands(program);
  return `    case "$at $word" in
      ${commandPatterns(commands)}) at+=" $word" ;;
    esac
  done
  case "$at $previous" in
${commands.flatMap(valueCases).join('\n')}
    *) case "$at:$current" in
${commands.map(wordCase).join('\n')}
    esac ;;
  esac`;
}

function commandPatterns([, ...commands]: readonly CompletedCommand[]): string {
  return commands.map(({ path }) => `'${path}'`).join('|');
}

function valueCases({ path, options }: CompletedCommand): readonly string[] {
  return options.filter(takesValue).map((option) => {
    const patterns = spellings(option).map((spelling) => `'${path} ${spelling}'`);
    return `    ${patterns.join('|')}) choices='${(option.argChoices ?? []).join(' ')}' ;;`;
  });
}

function wordCase({ path, words, options }: CompletedCommand): string {
  const written = [...options.flatMap(spellings), '--help'].join(' ');
  return `    '${path}:-'*) choices='${written}' ;;
    '${path}:'*) choices='${words.map(({ word }) => word).join(' ')}' ;;`;
}

function fishScript(program: Command): string {
  const name = program.name();
  const [top, ...commands] = completedCommands(program);
  const lines = [top, ...commands].flatMap((command) => (command === undefined ? [] : fishLines(name, command)));
  return `function __${name}_at
  set -l at ${name}
  for word in (commandline -opc)[2..]
    switch "$at $word"
      case ${commands.map(({ path }) => quoted(path)).join(' ')}
        set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}

function fishLines(name: string, { path, words, options }: CompletedCommand): readonly string[] {
  const begin = `complete -c ${name} -n "__${name}_at '${path}'"`;
  return [
    ...words.map(({ word, description }) => `${begin} -f -a ${word} -d ${quoted(description)}`),
    ...options.map((option) => {
      const { short, long, argChoices, description } = option;
      const flags = [
        ...(long === undefined ? [] : [`-l ${long.slice(2)}`]),
        ...(short === undefined ? [] : [`-s ${short.slice(1)}`]),
        ...(takesValue(option) ? ['-r'] : []),
        ...(argChoices === undefined ? [] : [`-f -a ${quoted(argChoices.join(' '))}`]),
      ];
      return `${begin} ${flags.join(' ')} -d ${quoted(description)}`;
    }),
  ];
}

/** Returns a text as a word of fish. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** A command, and the words that may follow it. */
interface CompletedCommand {
  /** `operand bundle validate`. */
  readonly path: string;
  /** The commands of a group, and the possible values of an argument. */
  readonly words: readonly CompletedWord[];
  readonly options: readonly Option[];
}

/** A word with its meaning. */
interface CompletedWord {
  readonly word: string;
  readonly description: string;
}

/** Returns a program and all commands of it, each before its own. */
function completedCommands(command: Command, above = ''): readonly CompletedCommand[] {
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
function spellings({ short, long }: Option): readonly string[] {
  return [short, long].filter((spelling) => spelling !== undefined);
}

/** Returns true if a value follows an option. */
function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}
