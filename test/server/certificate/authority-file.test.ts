import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { readAuthorityFile } from '../../../lib/server/index.ts';

describe('the authority of a certificate in a directory', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-authority-'));
  });

  afterEach(() => rm(directory, { recursive: true }));

  it('is the file beside the certificate, or the certificate itself', async () => {
    await writeFile(join(directory, 'tls.crt'), 'certificate');
    assert.equal(await readAuthorityFile(directory), 'certificate');
    await writeFile(join(directory, 'ca.crt'), 'authority');
    assert.equal(await readAuthorityFile(directory), 'authority');
  });

  it('is never replaced by the certificate because it can’t be read', async () => {
    await writeFile(join(directory, 'tls.crt'), 'certificate');
    await mkdir(join(directory, 'ca.crt'));
    await assert.rejects(readAuthorityFile(directory), { code: 'EISDIR' });
  });
});
