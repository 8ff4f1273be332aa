import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { thisMachine } from '../../bench/harness/machine.ts';
import { openResults, writeResults } from '../../bench/results-file.ts';

describe('the results of a benchmark', () => {
  let directory: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-'));
  });
  after(() => rm(directory, { recursive: true }));

  it('the results of a benchmark begin with nothing measured', async () =>
    assert.deepEqual(await openResults(join(directory, 'none.json')), { machine: await thisMachine(), rounds: [] }));

  it('the results of a benchmark are kept for further ones of the same commit', async () => {
    const file = join(directory, 'same.json');
    const results = { machine: await thisMachine(), rounds: [], synth: [] };
    await writeResults(file, results);
    assert.deepEqual(await openResults(file), results);
  });

  it('the results of a benchmark are refused if they are of another commit', async () => {
    const file = join(directory, 'other.json');
    await writeResults(file, { machine: { ...(await thisMachine()), commit: 'abc' }, rounds: [] });
    await assert.rejects(openResults(file), /other\.json has results of commit abc, and this is \w+.*: move it away/);
  });
});
