import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openshiftMinor } from '../../../lib/olm/notation/openshift-range.ts';

describe('a version of OpenShift', () => {
  for (const [text, minor] of [
    ['4.18', 18],
    ['v4.18', 18],
    ['4.18.3', 18],
    ['4.18.0-rc.1', 18],
    ['4', undefined],
    ['5.1', undefined],
    ['4.18 or so', undefined],
    ['', undefined],
  ] as const) {
    it(`the version '${text}' of OpenShift is ${minor === undefined ? 'none of OpenShift 4' : `of 4.${minor}`}`, () => {
      assert.equal(openshiftMinor(text), minor);
    });
  }
});
