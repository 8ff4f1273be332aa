// In: the program `operand`. Out: a page with the help of each command. Called by `writeSiteSource`.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A line of the help that names a command, with its arguments. */
const commandLine = /^ {2}(?<name>[a-z][\w-]*)(?: |$)/;

/** Returns the page, in the order of the help. */
export async function commandPage(root: string): Promise<string> {
  const sections = await commandSections(root, []);
  return `# Options of all commands\n\n[Commands](/command-line) explains the tasks; this is the help of each command.\n\n${sections.join('\n')}`;
}

/** Returns a section for a command and for each command below it. */
async function commandSections(root: string, words: readonly string[]): Promise<string[]> {
  const arguments_ = [join(root, 'lib/cli/operand.ts'), ...words, '--help'];
  const { stdout } = await run(process.execPath, arguments_, { env: { ...process.env, COLUMNS: '100' } });
  const section = `## ${['operand', ...words].join(' ')}\n\n\`\`\`\`text\n${stdout}\`\`\`\`\n`;
  const below: string[] = [];
  for (const name of commandNames(stdout)) below.push(...(await commandSections(root, [...words, name])));
  return [section, ...below];
}

/** Returns the names under the headings of commands. */
function commandNames(help: string): string[] {
  let isOfCommands = false;
  const names: string[] = [];
  for (const line of help.split('\n')) {
    if (/^\S/.test(line)) isOfCommands = line.endsWith(':') && !/^(?:Usage|Arguments|Options|Examples?):/.test(line);
    const name = isOfCommands ? commandLine.exec(line)?.groups?.name : undefined;
    if (name !== undefined && name !== 'help') names.push(name);
  }
  return names;
}
