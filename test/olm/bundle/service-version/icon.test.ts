import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundleIcon, iconFindings } from '../../../../lib/olm/bundle/service-version/icon.ts';
import { bundle } from '../cache-operator.ts';

const named = { ...bundle, icon: new URL('file:///icon') };

describe('an icon', () => {
  for (const [mediaType, start] of [
    ['image/png', '\x89PNG\r\n\x1a\n'],
    ['image/jpeg', '\xff\xd8\xff\xe0'],
    ['image/gif', 'GIF89a'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['image/svg+xml', '<?xml version="1.0"?>\n<svg/>'],
  ] as const) {
    it(`an icon has the media type ${mediaType} if it begins with ${JSON.stringify(start)}`, () => {
      const bytes = Buffer.from(start, 'latin1');
      assert.deepEqual(bundleIcon(named, bytes), { base64: bytes.toString('base64'), mediaType });
    });
  }

  for (const [title, prolog] of [
    ['a declaration of its type with entities, as of Adobe Illustrator', '<!DOCTYPE svg [\n\t<!ENTITY a "b">\n] >\n'],
    ['a long comment', `<!--${'<svg '.repeat(10_000)}-->`],
    ['an instruction and a mark of the byte order', '\xef\xbb\xbf<?xml-stylesheet href="a.css"?> \n'],
  ] as const) {
    it(`an icon is an SVG, too, after ${title}`, () => {
      assert.equal(bundleIcon(named, Buffer.from(`${prolog}<svg/>`, 'latin1'))?.mediaType, 'image/svg+xml');
      assert.equal(bundleIcon(named, Buffer.from(`${prolog}<html/>`, 'latin1')), undefined);
    });
  }

  it('an icon’s file of some megabytes is read in linear time', () => {
    for (const text of ['<!--', '<!DOCTYPE[', '<!-- -->', '<?', '<!DOCTYPE', '\n'])
      assert.equal(bundleIcon(named, Buffer.from(text.repeat(1_000_000))), undefined);
  });

  it('an icon’s file is refused if catalogs can’t show it', () => {
    assert.match(iconFindings(named, Buffer.from('RIFF'))[0]?.what ?? '', /^file:\/\/\/icon is not an image/);
    assert.match(iconFindings(named, Buffer.from('\nGIF89a'))[0]?.what ?? '', /is not an image/);
    assert.deepEqual(iconFindings(named, Buffer.from('GIF89a')), []);
    assert.deepEqual(iconFindings(bundle, undefined), []);
  });

  for (const [wrong, icon, what] of [
    ['isn’t base64', { base64: '!!!!', mediaType: 'image/png' }, 'bundle.icon is not an image in base64'],
    ['is empty', { base64: '', mediaType: 'image/png' }, 'bundle.icon is not an image in base64'],
    ['is no picture', { base64: 'aGk=', mediaType: 'image/png' }, 'bundle.icon is not an image that catalogs show'],
    ['is of another type', { base64: 'R0lGODlh', mediaType: 'image/png' }, 'bundle.icon has the media type image/png'],
  ] as const) {
    it(`an icon in the definition is refused if it ${wrong}`, () => {
      assert.deepEqual(
        iconFindings({ ...bundle, icon }, undefined).map((finding) => finding.what),
        [what],
      );
    });
  }

  it('the icon of a bundle is the one that the definition contains, if it names no file', () => {
    const icon = { base64: 'R0lGODlh', mediaType: 'image/gif' } as const;
    assert.deepEqual(iconFindings({ ...bundle, icon }, undefined), []);
    assert.deepEqual(bundleIcon({ ...bundle, icon }, undefined), icon);
    assert.equal(bundleIcon(bundle, undefined), undefined);
    assert.equal(bundleIcon(named, undefined), undefined);
  });
});
