import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { openBaseImage, readImageBase } from '../../../lib/cli/image/image-base.ts';
import {
  type Layer,
  packedContainer,
  presentLayer,
  type TarNode,
  tarArchive,
  uncompressedLayer,
  writeArchive,
} from '../../../lib/oci/index.ts';

const amd64 = { os: 'linux', architecture: 'amd64' };
const program: TarNode = { type: 'file', content: [Buffer.from('node')], mode: 0o755 };

describe('a given base', () => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-given-'));
  });

  after(() => rm(directory, { recursive: true }));

  const layerOf = (path: string, node: TarNode = program) =>
    uncompressedLayer(tarArchive(new Map([[path, node]])), 'a test');

  async function base(...layers: readonly Layer[]) {
    const path = join(directory, 'base.tar');
    await writeArchive(path, packedContainer({ variants: [{ platform: amd64, layers, start: {} }] }));
    return await readImageBase(await openBaseImage('main.ts', { base: path }), amd64);
  }

  it('Node is found in a base as a program or by a link, in layers of any compression', async () => {
    const tar = Buffer.concat(tarArchive(new Map([['opt/bin/node', program]])));
    const linked = layerOf('bin/node', { type: 'symbolic-link', target: '../opt/node-24' });
    for (const each of [layerOf('usr/bin/node'), presentLayer(zstdCompressSync(tar), 'a test'), linked]) {
      const { layers, node } = await base(each);
      assert.deepEqual([layers.map(({ diffId }) => diffId), node], [[each.diffId], 'node']);
    }
  });

  it('a base has no Node if an upper layer has removed it', async () => {
    for (const mark of ['usr/bin/.wh.node', 'usr/.wh.bin', '.wh..wh..opq']) {
      await assert.rejects(
        base(layerOf('usr/bin/node'), layerOf(mark)),
        /base\.tar has no Node: name an image that has/,
      );
    }
    const { layers } = await base(layerOf('usr/bin/node'), layerOf('usr/bin/.wh.node'), layerOf('usr/local/bin/node'));
    assert.equal(layers.length, 3);
  });
});
