import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isMissingFile, isSystemError } from '../../lib/system/index.ts';

async function refusal(path: string): Promise<unknown> {
  return await readFile(path).catch((error: unknown) => error);
}

describe('an error of the system', () => {
  it('an error of the system is recognized by its code', async () => {
    const error = await refusal(import.meta.dirname);
    assert.ok(isSystemError(error, 'EACCES', 'EISDIR'));
    assert.ok(!isSystemError(error, 'EACCES'));
    assert.ok(!isSystemError({ code: 'EISDIR' }, 'EISDIR'));
    assert.ok(!isSystemError(new Error('without a code'), 'undefined'));
  });

  it('an error of the system reports that a path does not exist, also below a file', async () => {
    assert.ok(isMissingFile(await refusal(join(import.meta.dirname, 'nothing'))));
    assert.ok(isMissingFile(await refusal(join(import.meta.filename, 'below'))));
    assert.ok(!isMissingFile(await refusal(import.meta.dirname)));
  });
});
