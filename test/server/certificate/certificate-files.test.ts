import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { ServingCertificate } from '../../../lib/certificate/index.ts';
import { certificateFiles, readAuthorityFile } from '../../../lib/server/index.ts';
import { ManualClock } from '../../../lib/testing/index.ts';
import { HandedCertificates } from '../handed-certificates.ts';
import { recordedLog } from '../recorded-log.ts';

describe('certificateFiles', { timeout: 5 * 60_000 }, () => {
  let parent: string;
  let directory: string;
  let certificates: HandedCertificates;
  let clock: ManualClock;
  let log: ReturnType<typeof recordedLog>;
  let seen: ServingCertificate[];
  let count: { reads: number; failures: number };
  let stop: AbortController;
  let watched: Promise<void>;
  let current: () => ServingCertificate | undefined;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'certificate-files-'));
    directory = join(parent, 'certs');
    certificates = await HandedCertificates.create();
    clock = new ManualClock();
    log = recordedLog();
    seen = [];
    count = { reads: 0, failures: 0 };
    stop = new AbortController();
  });

  afterEach(async () => {
    stop.abort();
    await watched;
    await rm(parent, { recursive: true });
  });

  /** Begins to watch, and resolves after the first read. */
  async function watch(): Promise<void> {
    const metrics = {
      filesRead() {
        count.reads += 1;
      },
      readFailed() {
        count.failures += 1;
      },
    };
    const source = certificateFiles(directory, { clock, logger: log.logger, metrics });
    current = () => source.current;
    watched = source.watch((certificate) => void seen.push(certificate), stop.signal);
    await looked();
  }

  /** Files are read on threads: the read is over when the next one is planned. */
  async function looked(): Promise<void> {
    while (clock.pendingCount === 0) await new Promise((resolve) => setImmediate(resolve));
  }

  async function look(ms: number): Promise<void> {
    await clock.advance(ms);
    await looked();
  }

  async function write({ certificate, key }: ServingCertificate, into = directory): Promise<void> {
    await mkdir(into, { recursive: true });
    await Promise.all([writeFile(join(into, 'tls.crt'), certificate), writeFile(join(into, 'tls.key'), key)]);
  }

  it('certificateFiles provides the pair in the directory, and the next pair once it differs', async () => {
    const [first, second] = [await certificates.issue(), await certificates.issue()];
    await write(first);
    await watch();
    assert.deepEqual([seen, current()], [[first], first]);
    await look(10_000);
    assert.deepEqual(seen, [first]);
    await write(second);
    await look(10_000);
    assert.deepEqual([seen, current()], [[first, second], second]);
  });

  it('certificateFiles reads every second while the directory is missing, and logs that once', async () => {
    await watch();
    await look(1_000);
    assert.equal(current(), undefined);
    assert.deepEqual(
      log.lines.map(({ level, directory: path }) => [level, path]),
      [['warn', directory]],
    );
    assert.match(JSON.stringify(log.lines[0]), /ENOENT.*tls\.(crt|key)/);
    const pair = await certificates.issue();
    await write(pair);
    await look(1_000);
    assert.deepEqual(current(), pair);
    assert.deepEqual(count, { reads: 3, failures: 2 });
  });

  it('certificateFiles follows the symbolic link that the kubelet replaces', async () => {
    const [first, second] = [await certificates.issue(), await certificates.issue()];
    await write(first, join(parent, '..first'));
    await write(second, join(parent, '..second'));
    await mkdir(directory);
    await symlink(join(parent, '..first'), join(directory, '..data'));
    for (const file of ['tls.crt', 'tls.key']) await symlink(join('..data', file), join(directory, file));
    await watch();
    await symlink(join(parent, '..second'), join(directory, '..data_tmp'));
    await rename(join(directory, '..data_tmp'), join(directory, '..data'));
    await look(10_000);
    assert.deepEqual(seen, [first, second]);
  });

  it('certificateFiles keeps the last valid pair while a new one is incomplete, and logs that once', async () => {
    const [first, second] = [await certificates.issue(), await certificates.issue()];
    await write(first);
    await watch();
    await write({ certificate: second.certificate, key: first.key });
    await look(10_000);
    await look(10_000);
    assert.deepEqual([seen, current()], [[first], first]);
    assert.equal(log.lines.length, 1);
    assert.match(
      JSON.stringify(log.lines[0]),
      /the key doesn't match the certificate: tls.crt and tls.key must be one pair/,
    );
    await write(second);
    await look(10_000);
    assert.deepEqual(seen, [first, second]);
    await write({ certificate: first.certificate, key: second.key });
    await look(10_000);
    assert.equal(log.lines.length, 2);
  });

  it('certificateFiles keeps the last valid pair when the files are deleted', async () => {
    const pair = await certificates.issue();
    await write(pair);
    await watch();
    await rm(directory, { recursive: true });
    await look(10_000);
    assert.deepEqual(current(), pair);
  });
});

describe('the authority of a certificate in a directory', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-authority-'));
  });

  afterEach(() => rm(directory, { recursive: true }));

  it('the authority of a certificate is the file beside the certificate, or the certificate itself', async () => {
    await writeFile(join(directory, 'tls.crt'), 'certificate');
    assert.equal(await readAuthorityFile(directory), 'certificate');
    await writeFile(join(directory, 'ca.crt'), 'authority');
    assert.equal(await readAuthorityFile(directory), 'authority');
  });

  it('an authority that can’t be read is never replaced by the certificate', async () => {
    await writeFile(join(directory, 'tls.crt'), 'certificate');
    await mkdir(join(directory, 'ca.crt'));
    await assert.rejects(readAuthorityFile(directory), { code: 'EISDIR' });
  });
});
