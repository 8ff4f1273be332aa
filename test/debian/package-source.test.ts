import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { Failure } from '../../lib/cli/failure.ts';
import { machineRelease, packageSources } from './package-source.ts';

/** Makes apt read these lines as the machine's sources. */
function sources(test: TestContext, lines: readonly string[]): void {
  const directory = mkdtempSync(join(tmpdir(), 'operand-sources-'));
  const { APT_CONFIG: before } = process.env;
  test.after(() => {
    rmSync(directory, { recursive: true });
    if (before === undefined) delete process.env.APT_CONFIG;
    else process.env.APT_CONFIG = before;
  });
  writeFileSync(join(directory, 'sources.list'), lines.join('\n'));
  writeFileSync(
    join(directory, 'apt.conf'),
    `Dir::Etc::sourcelist "${directory}/sources.list"; Dir::Etc::sourceparts "/dev/null";`,
  );
  process.env.APT_CONFIG = join(directory, 'apt.conf');
}

describe('the sources of packages', () => {
  it('packages come from the machine’s Debian sources for the wanted release, and from no others', async (test) => {
    const machine = await machineRelease();
    sources(test, [
      `deb https://mirror.example.com/debian ${machine} main contrib`,
      `deb https://mirror.example.com/debian ${machine}-updates main`,
      `deb https://security.example.com/debian-security ${machine}-security main`,
      `deb https://mirror.example.com/debian ${machine}-backports main`,
      `deb https://packages.example.com/tool tool-${machine} main`,
      'deb https://packages.example.com/tool nodistro main',
    ]);
    const lines = (await packageSources('duke')).trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => line.replace(/ \[signed-by=[^\]]*\]/, '')),
      [
        'deb https://mirror.example.com/debian duke main',
        'deb https://mirror.example.com/debian duke-updates main',
        'deb https://security.example.com/debian-security duke-security main',
      ],
    );
  });

  it('a machine without sources for its release is reported in one sentence', async (test) => {
    sources(test, ['deb https://packages.example.com/tool nodistro main']);
    await assert.rejects(
      packageSources('duke'),
      (error) => error instanceof Failure && error.message.startsWith('apt has no sources of Debian'),
    );
  });
});
