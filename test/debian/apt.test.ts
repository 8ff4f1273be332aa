// Apt with the configuration of a machine that takes unsigned packages.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { Failure } from '../../lib/cli/failure.ts';
import { Apt } from './apt.ts';
import { machineRelease } from './package-source.ts';

/** The settings, in apt's words, that let a machine install unsigned packages. */
const lenient = `APT::Get::AllowUnauthenticated "true"; APT::Get::Force-Yes "true"; APT::Get::allow-unauthenticated "true";
  Acquire::AllowInsecureRepositories "true"; Acquire::AllowWeakRepositories "true";
  Acquire::AllowDowngradeToInsecureRepositories "true"; Acquire::Check-Valid-Until "false"; Acquire::Check-Date "false";
  Acquire::gpgv::Options { "--faked-system-time"; "1"; }; APT::Hashes::MD5Sum::Weak "false";`;

/** A repository that no key has signed, with one package for every architecture. */
function writeRepository(directory: string, release: string): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  };
  const control = 'Package: evil\nVersion: 1\nArchitecture: all\nMaintainer: a <a@example.com>\nDescription: evil\n';
  write('package/DEBIAN/control', control);
  mkdirSync(join(directory, 'pool'));
  execFileSync('dpkg-deb', ['--build', join(directory, 'package'), join(directory, 'pool/evil.deb')]);
  const file = readFileSync(join(directory, 'pool/evil.deb'));
  const place = `Filename: pool/evil.deb\nSize: ${file.length}\nSHA256: ${sha256(file)}\n`;
  const index = `${control.trimEnd()}\n${place}`;
  write(`dists/${release}/main/binary-amd64/Packages`, index);
  const listed = ` ${sha256(index)} ${Buffer.byteLength(index)} main/binary-amd64/Packages`;
  const head = `Origin: Debian\nSuite: ${release}\nCodename: ${release}\nComponents: main\nArchitectures: amd64`;
  write(`dists/${release}/Release`, `${head}\nDate: ${new Date().toUTCString()}\nSHA256:\n${listed}\n`);
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

describe('apt for an image', () => {
  it('apt reads no unsigned list and fetches no unsigned package, even if the machine allows it', async (test) => {
    const directory = mkdtempSync(join(tmpdir(), 'operand-apt-'));
    const { APT_CONFIG } = process.env;
    test.after(() => {
      if (APT_CONFIG === undefined) delete process.env.APT_CONFIG;
      else process.env.APT_CONFIG = APT_CONFIG;
      rmSync(directory, { recursive: true });
    });
    const release = await machineRelease();
    writeRepository(directory, release);
    writeFileSync(join(directory, 'sources.list'), `deb [trusted=yes] file:${directory} ${release} main\n`);
    const own = `Dir::Etc::sourcelist "${directory}/sources.list"; Dir::Etc::sourceparts "/dev/null";`;
    writeFileSync(join(directory, 'machine.conf'), `${lenient}\n${own}\n`);
    process.env.APT_CONFIG = join(directory, 'machine.conf');
    const taken = async () => {
      const apt = await Apt.open({ directory: join(directory, 'own'), architecture: 'amd64', release });
      try {
        return [...(await apt.closure(['evil'])), ...(await apt.versions([{ ...evil, sha256: '' }]))];
      } finally {
        await apt.close();
      }
    };
    const isRefusal = (error: unknown) => error instanceof Failure && error.message.includes('not signed');
    await assert.rejects(taken(), isRefusal);
  });
});

const evil = { name: 'evil', version: '1', architecture: 'all' };
