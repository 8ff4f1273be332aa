import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { RecordedManager } from '../../runtime/reconcile/recording/recorded-manager.ts';

const operand = fileURLToPath(new URL('../../../lib/cli/operand.ts', import.meta.url));

describe('operand replay', () => {
  let directory: string;
  let trace: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-replay-'));
    trace = join(directory, 'trace.jsonl');
    await using manager = await RecordedManager.start();
    await manager.put('a', { password: 'correct-horse-battery' });
    await writeFile(trace, manager.trace);
  });

  after(() => rm(directory, { recursive: true }));

  function replay(app: string, ...args: readonly string[]) {
    const { promise, resolve } = Promise.withResolvers<{ code: unknown; stdout: string; stderr: string }>();
    const words = [operand, 'replay', trace, '--app', join(import.meta.dirname, app), ...args];
    execFile(process.execPath, words, (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }));
    return promise;
  }

  it('replay reports that all reconciles equal the recorded ones', async () => {
    const { code, stdout, stderr } = await replay('app.ts');
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^\d+ reconciles replayed, each as recorded\n$/);
  });

  it('replay prints the first difference of a changed operator, and exits with 1', async () => {
    const { code, stdout } = await replay('changed-app.ts');
    assert.equal(code, 1);
    assert.match(stdout, /^line 2: safe default\/a: differs at request 2: body\.data\.content$/m);
    assert.match(stdout, /^ {2}recorded: "safe 1"\n {2}replayed: "vault 1"$/m);
  });

  it('replay prints the reads and requests of one reconcile', async () => {
    const { stdout } = await replay('app.ts', '--step', '2');
    assert.match(stdout, /^ {2}read get Safe\.example\.com\/v1 default\/a$/m);
    assert.match(stdout, /^ {2}request 1 \{"verb":"apply","of":"Secret\.v1","name":"default\/key"/m);
    assert.match(stdout, /^line 2: safe default\/a: as recorded, \d+ requests$/m);
  });

  it('replay reports how many reconciles a trace lacks that begins in the middle', async () => {
    const whole = trace;
    trace = join(directory, 'middle.jsonl');
    await writeFile(trace, (await readFile(whole, 'utf8')).replace('"precedingCount":0', '"precedingCount":3'));
    const { code, stderr } = await replay('app.ts');
    trace = whole;
    assert.equal(code, 0);
    assert.match(stderr, /^the trace begins after 3 recorded reconciles: /);
  });

  it('replay fails for a line without a reconcile, and for a module without an app', async () => {
    const wrong = await replay('app.ts', '--step', '1');
    assert.deepEqual([wrong.code, wrong.stderr.includes('line 1 of')], [2, true]);
    const { code, stderr } = await replay('../../runtime/reconcile/recording/safe.ts');
    assert.equal(code, 2);
    assert.match(stderr, /safe\.ts doesn't export an App as `app`/);
  });
});
