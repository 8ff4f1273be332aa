import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { imageList, requireName } from '../../../lib/testing/cluster/image-store.ts';

describe('imageList', () => {
  it('imageList reads names and digests from the table of containerd', () => {
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

  it('imageList returns no images for an empty table', () => {
    assert.deepEqual(imageList('REF TYPE DIGEST SIZE PLATFORMS LABELS\n'), []);
  });
});

describe('requireName', () => {
  it('requireName accepts the full name that containerd gives an image', () => {
    requireName('a.tar', 'unpacking localhost/a:1 (sha256:01ab)...done\n');
  });

  for (const [title, output] of [
    ['no name', ''],
    ['a tag only', 'unpacking import-2026-11-22:1 (sha256:01ab)...done\n'],
  ] as const) {
    it(`requireName refuses an image that has ${title}`, () => {
      assert.throws(
        () => requireName('a.tar', output),
        /^Error: the image at a\.tar has no full name, which pods need: write it/,
      );
    });
  }
});

const module = new URL('../../../lib/testing/cluster/image-store.ts', import.meta.url);

describe('ImageStore', () => {
  it('an image store sends no more requests once its containerd has ended', { timeout: 5 * 60_000 }, async () => {
    const directory = mkdtempSync(join(tmpdir(), 'operand-test-'));
    try {
      for (const name of ['containerd', 'ctr', 'pause']) {
        writeFileSync(join(directory, name), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
      }
      const binaries = { kubernetes: directory, containerRuntime: directory };
      const script = `
        const { ImageStore } = await import(${JSON.stringify(module.href)});
        const signal = new AbortController().signal;
        await ImageStore.of([], ${JSON.stringify(binaries)}, signal).catch((error) => console.log(error.message));
      `;
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        env: { PATH: process.env.PATH, XDG_CACHE_HOME: directory },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      // The end of the process shows that it sends no more requests.
      const [words] = await Promise.all([text(child.stdout), once(child, 'exit')]);
      assert.match(words, /^containerd ended while it imported images/);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
