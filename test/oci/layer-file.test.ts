import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { layerFiles } from '../../lib/oci/layer-file.ts';
import { tarArchive } from '../../lib/oci/tar.ts';
import { growth, mostGrowth } from '../tenant/growth.ts';
import { tarball } from './tarball.ts';

const layer = (...paths: readonly string[]) => tarball(new Map(paths.map((path) => [path, Buffer.from('content')])));

describe('the files of many layers', () => {
  it('files of an image are found by reading each layer once, however many layers remove files', () => {
    const prepared = (count: number) => {
      const folder = 'a/'.repeat(100);
      const files = Array.from({ length: 20 * count }, (_, index) => `${folder}${index}`);
      const upper = Array.from({ length: count }, (_, index) => layer(`${folder}.wh.${index}`));
      const layers = [layer(...files), ...upper];
      return () => assert.equal(layerFiles(layers).size, files.length - upper.length);
    };
    assert.ok(growth(prepared, 30) < mostGrowth);
  });

  it('a removed file of an image exists again if a higher layer adds it', () => {
    const layers = [layer('a/b', 'a/c'), layer('.wh.a'), layer('a/c'), layer('a/.wh.b', 'a/d')];
    assert.deepEqual([...layerFiles(layers).keys()].toSorted(), ['a/c', 'a/d']);
  });

  it('a directory of an image that a higher layer replaces by a link or a file loses its content', () => {
    const link = Buffer.concat(tarArchive(new Map([['a', { type: 'symbolic-link', target: 'd' }]])));
    const lower = layer('a/b/c', 'a/e', 'ab', 'd/e');
    assert.deepEqual([...layerFiles([lower, link]).keys()], ['ab', 'd/e']);
    assert.deepEqual([...layerFiles([lower, layer('a')]).keys()].toSorted(), ['a', 'ab', 'd/e']);
    assert.deepEqual([...layerFiles([lower, link, layer('a/f')]).keys()].toSorted(), ['a/f', 'ab', 'd/e']);
  });
});
