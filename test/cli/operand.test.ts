import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { commandExamples } from '../../lib/cli/terminal/command-example.ts';
import manifest from '../../lib/package.json' with { type: 'json' };

const operand = fileURLToPath(new URL('../../lib/cli/operand.ts', import.meta.url));

interface Ending {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(...args: readonly string[]): Promise<Ending> {
  const { promise, resolve } = Promise.withResolvers<Ending>();
  execFile(process.execPath, [operand, ...args], (error, stdout, stderr) => {
    resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
  });
  return promise;
}

describe('operand', () => {
  it('operand lists its commands, and the commands of its groups', async () => {
    const { code, stdout } = await run('--help');
    assert.equal(code, 0);
    assert.match(stdout, /^ {2}bundle <validate\|explain\|image> {2,}bundles for/m);
    assert.match(stdout, /^ {2}catalog <validate\|image> {2,}file-based/m);
    assert.match(stdout, /^ {2}docs \[options] \[source\.\.\.] {2,}write/m);
    assert.match(stdout, /^Develop:\n {2}synth \[options] {2,}write/m);
    assert.match(stdout, /^ {2}image <build\|lock> /m);
    assert.match(stdout, /^Commands:\n {2}help .*\n$/m, 'a command has no heading');
  });

  it('operand shows examples of each command in its help', async () => {
    const { stdout: script } = await run('completion', 'fish');
    const paths = [...(/^ {6}case (.*)$/m.exec(script)?.[1] ?? '').matchAll(/'operand ([^']+)'/g)];
    const names = paths.map(([, path = '']) => path);
    const leaves = names.filter((name) => !names.some((other) => other.startsWith(`${name} `)));
    assert.deepEqual(Object.keys(commandExamples).sort(), leaves.sort());
    const { stdout } = await run('bundle', 'explain', '--help');
    assert.match(stdout, /\nExample:\n {2}\$ operand bundle explain access-owned\n$/);
  });

  it('operand exits with 2 for a failure, and for a wrong command line', async () => {
    assert.equal((await run('bundle', 'validate', 'nowhere')).code, 2);
    assert.equal((await run('bundle', 'validate', '--format', 'toml')).code, 2);
  });

  it('operand names the missing argument of a command that the app can’t run either', async () => {
    for (const [words, said] of [
      [
        'check-upgrade next',
        'the releases before next are not known: name them with --against, or leave next out to check the app of cdk8s.yaml\n',
      ],
      [
        'docs --context kind',
        '--kubeconfig and --context are for a source in a cluster: name one, such as cluster:example.com\n',
      ],
    ] as const) {
      assert.deepEqual(await run(...words.split(' ')), { code: 2, stdout: '', stderr: said });
    }
  });

  it('operand prints its version', async () => {
    assert.deepEqual(await run('--version'), { code: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });

  it('operand refuses an unknown command, and suggests a similar one', async () => {
    for (const [words, said] of [
      [['dosc'], "operand has no command 'dosc', did you mean docs?\n"],
      [['bundle', 'vaildate', 'x'], "operand bundle has no command 'vaildate', did you mean validate?\n"],
      [['catalog', 'push'], "operand catalog has no command 'push': there are validate, image\n"],
    ] as const) {
      assert.deepEqual(await run(...words), { code: 2, stdout: '', stderr: said });
    }
  });
});
