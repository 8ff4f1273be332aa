import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { imageList } from '../../../lib/testing/cluster/image-store.ts';

describe('imageList', () => {
  it('reads names and digests from the table of containerd', () => {
    const table = [
      'REF                  TYPE                                       DIGEST        SIZE    PLATFORMS   LABELS',
      'localhost/a:1        application/vnd.oci.image.manifest.v1+json sha256:01ab   1.2 MiB linux/amd64 -     ',
      'example.com:5000/b:2 application/vnd.oci.image.index.v1+json    sha256:23cd   9.9 KiB linux/amd64 -     ',
      '',
    ];
    assert.deepEqual(imageList(table.join('\n')), [
      ['localhost/a:1', 'sha256:01ab'],
      ['example.com:5000/b:2', 'sha256:23cd'],
    ]);
  });

  it('finds nothing where there is nothing', () => {
    assert.deepEqual(imageList('REF TYPE DIGEST SIZE PLATFORMS LABELS\n'), []);
  });
});
