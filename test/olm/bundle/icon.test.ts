import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundleIcon, iconFindings } from '../../../lib/olm/bundle/icon.ts';
import { bundle } from './cache-operator.ts';

const named = { ...bundle, icon: new URL('file:///icon') };

describe('an icon', () => {
  for (const [mediaType, start] of [
    ['image/png', '\x89PNG\r\n\x1a\n'],
    ['image/jpeg', '\xff\xd8\xff\xe0'],
    ['image/gif', 'GIF89a'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['image/svg+xml', '<?xml version="1.0"?>\n<svg/>'],
  ] as const) {
    it(`is ${mediaType} where it begins with ${JSON.stringify(start)}`, () => {
      const bytes = Buffer.from(start, 'latin1');
      assert.deepEqual(bundleIcon(named, bytes), { base64: bytes.toString('base64'), mediaType });
    });
  }

  it('is refused where catalogs can’t show it', () => {
    assert.match(iconFindings(named, Buffer.from('RIFF'))[0]?.what ?? '', /^file:\/\/\/icon is no picture/);
    assert.deepEqual(iconFindings(named, Buffer.from('GIF89a')), []);
    assert.deepEqual(iconFindings(bundle, undefined), []);
  });

  it('is the one that a definition holds itself, where it names no file', () => {
    const icon = { base64: 'aGk=', mediaType: 'image/png' } as const;
    assert.deepEqual(bundleIcon({ ...bundle, icon }, undefined), icon);
    assert.equal(bundleIcon(bundle, undefined), undefined);
    assert.equal(bundleIcon(named, undefined), undefined);
  });
});
