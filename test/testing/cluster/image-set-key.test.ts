import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { imageSetKey } from '../../../lib/testing/cluster/image-set-key.ts';

describe('imageSetKey', () => {
  let root: string;
  const path = (name: string) => join(root, name);
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'images-'));
    for (const name of ['a.tar', 'b.tar']) writeFileSync(path(name), name);
    mkdirSync(path('layout'));
    writeFileSync(path('layout/index.json'), '{}');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('the key of an image set is the same for the same images in any order', async () => {
    const [a, b] = [path('a.tar'), path('b.tar')];
    assert.equal(await imageSetKey([a, b], 'containerd'), await imageSetKey([b, a], 'containerd'));
  });

  it('the key of an image set differs for a rewritten archive, another layout, and other programs', async () => {
    const images = [path('a.tar'), path('layout')];
    const keys = [await imageSetKey(images, 'containerd'), await imageSetKey(images, 'another')];
    utimesSync(path('a.tar'), 1, 1);
    keys.push(await imageSetKey(images, 'containerd'));
    writeFileSync(path('layout/index.json'), '{ "manifests": [] }');
    keys.push(await imageSetKey(images, 'containerd'));
    assert.equal(new Set(keys).size, 4);
  });

  it('a missing path in an image set is reported', async () => {
    await assert.rejects(imageSetKey([path('c.tar')], ''), /there is no image at .*c\.tar: name an OCI archive/);
  });
});
