import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { TraceFile } from '../../../lib/cli/run/trace-file.ts';

describe('the file of a trace', () => {
  let directory: string;
  let path: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-trace-'));
    path = join(directory, 'trace.jsonl');
  });

  afterEach(() => rm(directory, { recursive: true }));

  it('a trace file keeps the last two segments, readable by its user only', async () => {
    using file = new TraceFile(path);
    const { write, beginSegment } = file.options;
    for (const segment of ['first\n', 'second\n', 'third\n']) {
      if (segment !== 'first\n') beginSegment?.();
      write(segment);
    }
    const paths = [path, `${path}.previous`];
    assert.deepEqual(await Promise.all(paths.map((each) => readFile(each, 'utf8'))), ['third\n', 'second\n']);
    for (const each of paths) assert.equal((await stat(each)).mode & 0o777, 0o600);
  });

  it('a trace file replaces the segments of an earlier process, and is readable by its user only', async () => {
    for (const each of [path, `${path}.previous`]) await writeFile(each, 'old\n', { mode: 0o644 });
    using _file = new TraceFile(path);
    assert.equal(await readFile(path, 'utf8'), '');
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    await assert.rejects(stat(`${path}.previous`), { code: 'ENOENT' });
  });

  it('a trace file has one segment if the path is a device', () => {
    using file = new TraceFile('/dev/null');
    assert.equal(file.options.beginSegment, undefined);
  });
});
