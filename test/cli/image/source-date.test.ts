import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Failure } from '../../../lib/cli/failure.ts';
import { sourceDateEpoch } from '../../../lib/cli/image/source-date.ts';

describe('the time in the environment', () => {
  it('SOURCE_DATE_EPOCH is read as seconds since 1970, up to the last that RFC 3339 can express', () => {
    assert.equal(sourceDateEpoch({ SOURCE_DATE_EPOCH: '0' })?.toISOString(), '1970-01-01T00:00:00.000Z');
    assert.equal(sourceDateEpoch({ SOURCE_DATE_EPOCH: '253402300799' })?.toISOString(), '9999-12-31T23:59:59.000Z');
  });

  it('the source date is undefined without SOURCE_DATE_EPOCH', () => {
    assert.equal(sourceDateEpoch({}), undefined);
    assert.equal(sourceDateEpoch({ SOURCE_DATE_EPOCH: '' }), undefined);
  });

  for (const text of ['now', '-1', '1.5', '1e3', '0x10', ' 1', '253402300800']) {
    it(`SOURCE_DATE_EPOCH '${text}' is refused`, () => {
      assert.throws(
        () => sourceDateEpoch({ SOURCE_DATE_EPOCH: text }),
        (error) => error instanceof Failure && error.message.includes(`'${text}'`),
      );
    });
  }
});
