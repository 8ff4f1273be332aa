import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, mock } from 'node:test';
import { assetWarning } from '../../../lib/testing/control-plane/asset-release.ts';
import { locateBinaries } from '../../../lib/testing/control-plane/binary.ts';
import { releaseModule } from '../../../lib/testing/control-plane/release.ts';
import { ControlPlane } from '../../../lib/testing/index.ts';

describe('assetWarning', () => {
  it('an API server of the same minor release causes no warning', () => {
    assert.equal(assetWarning('v1.36.0', 'v1.36.3'), undefined);
  });

  it('the warning about an API server of another release names both releases and the remedy', () => {
    const warning = assetWarning('v1.34.1', 'v1.36.3') ?? '';
    assert.match(warning, /is Kubernetes v1\.34\.1, .* are v1\.36\.3: put a scheduler .*, or unset the variable$/);
  });
});

describe('ControlPlane with an API server of $KUBEBUILDER_ASSETS', { timeout: 30 * 60_000 }, () => {
  it('an API server of another release in $KUBEBUILDER_ASSETS is reported once', async () => {
    const { signal } = new AbortController();
    const { KUBEBUILDER_ASSETS: own } = process.env;
    delete process.env.KUBEBUILDER_ASSETS;
    // Builds, and reports it, before a test listens.
    await locateBinaries('current', ['etcd', 'kubectl'], signal);
    const { 'kube-apiserver': oldest } = await locateBinaries('oldest', [], signal);
    const assets = mkdtempSync(join(tmpdir(), 'assets-'));
    symlinkSync(oldest, join(assets, 'kube-apiserver'));
    process.env.KUBEBUILDER_ASSETS = assets;
    const write = mock.method(process.stderr, 'write', () => true);
    try {
      for (let round = 0; round < 2; round += 1) await (await ControlPlane.start({ components: [] })).stop();
    } finally {
      write.mock.restore();
      if (own === undefined) delete process.env.KUBEBUILDER_ASSETS;
      else process.env.KUBEBUILDER_ASSETS = own;
      rmSync(assets, { recursive: true });
    }
    const [found, expected] = await Promise.all([releaseModule('oldest'), releaseModule('current')]);
    const said = write.mock.calls.map(({ arguments: [text] }) => String(text));
    assert.deepEqual(
      said.filter((text) => text.includes('KUBEBUILDER_ASSETS')),
      [`${assetWarning(found.kubernetes, expected.kubernetes)}\n`],
    );
  });
});
