// The completion of the command line in bash itself.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const operand = fileURLToPath(new URL('../../../lib/cli/operand.ts', import.meta.url));
const run = promisify(execFile);

async function script(shell: string): Promise<string> {
  return (await run(process.execPath, [operand, 'completion', shell])).stdout;
}

describe('the completion of bash', () => {
  let bash: string;

  before(async () => {
    bash = await script('bash');
  });

  /** Returns the words that bash offers for the last of these. */
  async function offered(...words: readonly string[]): Promise<readonly string[]> {
    const end = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _operand; printf "%s\\n" "\${COMPREPLY[@]}"`;
    const { stdout } = await run('bash', ['--norc', '-c', `${bash}\n${end}`, 'bash', 'operand', ...words]);
    return stdout.split('\n').filter((word) => word !== '');
  }

  it('bash completes the commands of both programs, and those of a group', async () => {
    assert.deepEqual(await offered('de'), ['dev', 'deploy']);
    assert.deepEqual(await offered('bundle', ''), ['validate', 'explain', 'image']);
    assert.deepEqual(await offered('completion', ''), ['bash', 'zsh', 'fish']);
  });

  it('bash completes the options of a command, also after other options', async () => {
    assert.deepEqual(await offered('bundle', 'validate', '--strict', '--for'), ['--for', '--format']);
    assert.deepEqual(await offered('doctor', '--name'), ['--namespace']);
    assert.deepEqual(await offered('dev', '--session'), [], 'a hidden option');
  });

  it('bash completes the values of an option, and leaves paths to the completion of files', async () => {
    assert.deepEqual(await offered('diff', '-o', ''), ['text', 'json', 'yaml']);
    assert.deepEqual(await offered('run', '--log-level', 'w'), ['warn']);
    assert.deepEqual(await offered('diff', '--kubeconfig', ''), []);
    assert.deepEqual(await offered('render', ''), []);
  });
});

describe('the scripts for zsh and fish', () => {
  it('the script for zsh finds the words that may follow by the same statements as that for bash', async () => {
    const [statements = ''] = /^ *case "\$at \$word" in\n.*^ {2}esac$/ms.exec(await script('bash')) ?? [];
    assert.match(statements, /'operand diff -o'\|'operand diff --output'\) choices='text json yaml'/);
    const zsh = await script('zsh');
    assert.match(zsh, /^#compdef operand\n/);
    assert.ok(zsh.includes(statements));
  });

  it('the script for fish has the commands and options of that for bash, and the values of an option', async () => {
    const fish = await script('fish');
    assert.match(
      fish,
      /^complete -c operand -n "__operand_at 'operand diff'" -l output -s o -r -f -a 'text json yaml' -d /m,
    );
    const choices = [...(await script('bash')).matchAll(/^ *'([^:]+):-?'\*\) choices='(.+)' ;;$/gm)];
    assert.ok(choices.length > 40);
    for (const [, path, words = ''] of choices) {
      const lines = fish
        .split('\n')
        .filter((line) => line.startsWith(`complete -c operand -n "__operand_at '${path}'" `));
      for (const word of words.split(' ').filter((each) => each !== '--help')) {
        const flag = word
          .replace(/^--/, '-l ')
          .replace(/^-(?=\w$)/, '-s ')
          .replace(/^(?=\w)/, '-a ');
        assert.ok(
          lines.some((line) => line.includes(` ${flag} `)),
          `${path} ${word}`,
        );
      }
    }
  });
});
