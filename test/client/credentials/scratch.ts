import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** Creates an empty directory, which is deleted after the test's suite. */
export async function scratchDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'operand-credentials-'));
  after(() => rm(directory, { recursive: true }));
  return directory;
}
