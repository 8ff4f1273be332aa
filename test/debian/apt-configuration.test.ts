import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { aptConfiguration } from './apt-configuration.ts';

describe('the configuration of apt', () => {
  it('the configuration of apt omits the machine’s hooks and lists, and keeps its proxies', (test) => {
    const directory = mkdtempSync(join(tmpdir(), 'operand-apt-'));
    test.after(() => rmSync(directory, { recursive: true }));
    const machine = join(directory, 'machine.conf');
    writeFileSync(
      machine,
      `APT::Update::Post-Invoke { "reboot"; }; DPkg::Pre-Install-Pkgs { "reboot"; };
      Acquire::IndexTargets::deb::Contents::MetaKey "Contents"; Acquire::http::Proxy "http://proxy.example.com:3128";`,
    );
    writeFileSync(join(directory, 'apt.conf'), aptConfiguration(directory, 'arm64'));
    const read = execFileSync('apt-config', ['--config-file', join(directory, 'apt.conf'), 'dump'], {
      env: { ...process.env, APT_CONFIG: machine },
      encoding: 'utf8',
    });
    assert.match(read, /^Acquire::http::Proxy "http:\/\/proxy\.example\.com:3128";$/m);
    assert.match(read, /^APT::Architectures:: "arm64";$/m);
    for (const absent of [/reboot/, /Contents/, /Architectures:: "amd64"/, /Post-Invoke/])
      assert.doesNotMatch(read, absent);
  });
});
