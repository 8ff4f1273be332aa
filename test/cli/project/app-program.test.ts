import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const operand = fileURLToPath(new URL('../../../lib/cli/operand.ts', import.meta.url));

/** Prints its arguments, and ends with 3; at SIGTERM with 5, and at SIGINT with 6. `migrate` ends itself by SIGKILL. */
const program = `
const words = process.argv.slice(2);
process.on('SIGTERM', () => process.exit(5));
process.on('SIGINT', () => process.exit(6));
console.log(words.join(' '));
if (words[0] === 'migrate') process.kill(process.pid, 'SIGKILL');
if (words[0] === 'run') setInterval(() => {}, 1000);
else process.exitCode = 3;
`;

describe('a command of the app in the program operand', () => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-project-'));
    await writeFile(join(directory, 'program.js'), program);
    await writeApp('node program.js');
  });

  after(() => rm(directory, { recursive: true }));

  async function writeApp(app: string): Promise<void> {
    await writeFile(join(directory, 'cdk8s.yaml'), JSON.stringify({ language: 'typescript', app }));
  }

  function start(words: readonly string[], cwd = directory): ChildProcess {
    return spawn(process.execPath, [operand, ...words], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  }

  async function ending(child: ChildProcess): Promise<unknown> {
    const [stdout, stderr, [code, signal]] = await Promise.all([
      child.stdout === null ? '' : text(child.stdout),
      child.stderr === null ? '' : text(child.stderr),
      once(child, 'exit'),
    ]);
    return { stdout, stderr, ending: signal ?? code };
  }

  it('a command of the app runs in the program of the app, with the same arguments and exit code', async () => {
    for (const words of ['synth --output=out', 'image build --help', 'docs --check', 'check-upgrade --format json']) {
      assert.deepEqual(await ending(start(words.split(' '))), { stdout: `${words}\n`, stderr: '', ending: 3 });
    }
  });

  it('a command of the app gets the signals of operand, which ends as the program ends', async () => {
    for (const [signal, code] of [
      ['SIGTERM', 5],
      ['SIGINT', 6],
    ] as const) {
      const running = start(['run']);
      assert.ok(running.stdout !== null);
      await once(running.stdout, 'readable');
      running.kill(signal);
      assert.deepEqual(await ending(running), { stdout: 'run\n', stderr: '', ending: code });
    }
    assert.deepEqual(await ending(start(['migrate'])), { stdout: 'migrate\n', stderr: '', ending: 'SIGKILL' });
  });

  it('operand names the remedy outside of a project, and for an app that is not a program', async () => {
    const outside = await ending(start(['synth'], tmpdir()));
    assert.match(
      JSON.stringify(outside),
      /`operand synth` needs an app, .+ create one with `operand init`.+"ending":1/,
    );
    assert.match(JSON.stringify(await ending(start(['docs'], tmpdir()))), /needs an app.+"ending":1/);
    assert.match(JSON.stringify(await ending(start(['check-upgrade'], tmpdir()))), /needs an app.+"ending":2/);
    for (const [app, sentence] of [
      ['npm run build && node main.ts', /`operand synth` can't run app of cdk8s.yaml: write a program/],
      ['no-such-program main.ts', /the app of cdk8s.yaml can't be started: .*no-such-program/],
    ] as const) {
      await writeApp(app);
      assert.match(JSON.stringify(await ending(start(['synth']))), sentence);
    }
    await writeApp('node program.js');
  });
});
