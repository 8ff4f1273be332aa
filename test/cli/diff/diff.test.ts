import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { EmbeddedControlPlane } from '../../embedded-control-plane.ts';
import type { CrateRelease } from './crate.ts';
import { settleCrates } from './settled-crates.ts';

const program = join(import.meta.dirname, 'app.ts');

describe('the command `diff`', () => {
  let controlPlane: EmbeddedControlPlane;

  before(async () => {
    controlPlane = await EmbeddedControlPlane.start({ workloads: 'none' });
    await settleCrates(controlPlane.cluster, 'a', 'b');
  });

  after(() => controlPlane?.stop());

  function diff(release: CrateRelease, ...words: readonly string[]) {
    const { promise, resolve } = Promise.withResolvers<{ code: unknown; stdout: string; stderr: string }>();
    const args = [program, 'diff', '--kubeconfig', controlPlane.kubeconfig, ...words];
    const env = { ...process.env, RELEASE: JSON.stringify(release) };
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
    return promise;
  }

  it('diff exits with 0 if no object would change', async () => {
    assert.deepEqual(await diff({}, '--all'), { code: 0, stdout: '2 resources: nothing to change\n', stderr: '' });
  });

  it('diff prints a unified diff of each changed object, and exits with 2', async () => {
    const { code, stdout } = await diff({ label: 'fragile' }, 'a');
    assert.equal(code, 2);
    assert.equal(
      stdout,
      [
        'change ConfigMap default/a-label, for Crate default/a',
        '--- ConfigMap default/a-label (in the cluster)',
        '+++ ConfigMap default/a-label (by this operator)',
        '@@ -11,5 +11,5 @@',
        '       controller: true',
        '       blockOwnerDeletion: true',
        ' data:',
        '-  label: label',
        '+  label: fragile',
        '   text: hello',
        '1 resource: 1 to change',
        '',
      ].join('\n'),
    );
  });

  it('diff shows that a Secret changes, and no value of it', async () => {
    const { code, stdout } = await diff({ password: 'horse-battery-staple' });
    assert.equal(code, 2);
    assert.match(stdout, /^- {2}password: redacted \(before\)\n\+ {2}password: redacted \(after\)$/m);
    for (const password of ['correct-horse-battery', 'horse-battery-staple'])
      assert.doesNotMatch(stdout, new RegExp(Buffer.from(password).toString('base64').slice(0, 20)));
  });

  it('diff prints failures beside changes, and counts both kinds', async () => {
    const { code, stdout } = await diff({ parts: ['tag'], seal: 'lead' }, 'b');
    assert.equal(code, 2);
    assert.match(stdout, /^create ConfigMap default\/b-tag, for Crate default\/b$/m);
    assert.match(stdout, /^Crate default\/b would fail: ConfigMap default\/b-seal can't be changed in data\.seal/m);
    assert.match(stdout, /^1 resource: 1 to create, 1 would fail$/m);
  });

  it('diff prints changes in JSON', async () => {
    const { code, stdout } = await diff({ parts: [] }, 'a', '-o', 'json');
    const { reconciles } = JSON.parse(stdout);
    assert.equal(code, 2);
    assert.deepEqual(reconciles[0].resource, {
      apiVersion: 'example.com/v1',
      kind: 'Crate',
      namespace: 'default',
      name: 'a',
    });
    assert.deepEqual(
      reconciles[0].changes.map(
        ({ action, before: { metadata } }: { action: string; before: { metadata: { name: string } } }) => [
          action,
          metadata.name,
        ],
      ),
      [['prune', 'a-lid']],
    );
  });

  it('diff exits with 1 for a name that no resource has, and without a cluster', async () => {
    const { code, stderr } = await diff({}, 'c', '-n', 'other');
    assert.equal(code, 1);
    assert.match(stderr, /no resource of this app's kinds is named c in namespace other/);
    assert.equal((await diff({}, '--kubeconfig', join(import.meta.dirname, 'absent'))).code, 1);
  });
});
