import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { imageLockFindings, pinnedImage } from '../../../../lib/olm/bundle/image/pinned-image.ts';

const digest = `sha256:${'0'.repeat(64)}`;

describe('an image in a bundle', () => {
  for (const [image, pinned] of [
    ['cache', `cache@${digest}`],
    ['cache:1', `cache@${digest}`],
    ['example.com:5000/team/cache', `example.com:5000/team/cache@${digest}`],
    ['example.com:5000/team/cache:1.2', `example.com:5000/team/cache@${digest}`],
  ] as const) {
    it(`an image becomes ${pinned} if a lock contains ${image}`, () => {
      assert.equal(pinnedImage(image, { [image]: digest }), pinned);
    });
  }

  it('an image is unchanged if no lock contains it, or it has a digest', () => {
    const other = `cache@sha256:${'1'.repeat(64)}`;
    for (const image of ['cache:1', other, 'constructor']) {
      assert.equal(pinnedImage(image, undefined), image);
      assert.equal(pinnedImage(image, {}), image);
    }
    assert.equal(pinnedImage(other, { [other]: digest }), other);
  });

  it('an image that a lock lacks is reported once', () => {
    const images = ['a:1', 'b:1', 'b:1', `c@${digest}`];
    const what = (lock: Record<string, string> | undefined) => imageLockFindings(images, lock).map((each) => each.what);
    assert.deepEqual(what({ 'a:1': digest }), ['image b:1 is not in bundle.imageLock']);
    assert.deepEqual(what(undefined), []);
  });
});
