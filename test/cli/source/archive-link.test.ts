import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Failure } from '../../../lib/cli/failure.ts';
import { filesWithLinks } from '../../../lib/cli/source/archive-link.ts';
import type { TarEntry } from '../../../lib/oci/index.ts';

const entry = (path: string, type: TarEntry['type'], target = ''): TarEntry => ({
  ...{ path, type, target, bytes: new Uint8Array(), mode: 0o644, user: 0, group: 0 },
});

const deepFiles = Array.from({ length: 5_000 }, (_, index) => entry(`${'a/'.repeat(100)}${index}`, 'file'));

describe('the files of an archive', () => {
  it('an archive is refused if links to folders multiply its files beyond the limit', () => {
    const links = Array.from({ length: 100 }, (_, depth) =>
      entry(`link-${depth}`, 'symbolic-link', 'a/'.repeat(depth + 1)),
    );
    assert.throws(
      () => filesWithLinks('deep.tar', [...deepFiles, ...links]),
      (error) => error instanceof Failure && error.message.startsWith('deep.tar has more than 100000 files'),
    );
  });

  it('an archive is refused if its links have too many paths through one another', () => {
    const ways = Array.from({ length: 30 }, (_, index) =>
      entry(`${index}`, 'symbolic-link', `${'b/../'.repeat(60)}${index + 1}`),
    );
    const links = Array.from({ length: 1_000 }, (_, index) => entry(`link-${index}`, 'symbolic-link', '0'));
    assert.throws(
      () => filesWithLinks('long.tar', [...ways, ...links]),
      (error) => error instanceof Failure && error.message.startsWith('long.tar has links through too many paths'),
    );
  });
});
