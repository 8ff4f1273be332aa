import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scorecardConfiguration } from '../../../../lib/olm/bundle/metadata/scorecard.ts';

const image = 'example.com/scorecard-test:v1';

describe('the tests that catalogs run', () => {
  it('the scorecard configuration runs all tests of the image in parallel by default', () => {
    const { stages } = scorecardConfiguration({ image });
    const storage = { spec: { mountPath: {} } };
    const test = (name: string, suite: string) => ({
      entrypoint: ['scorecard-test', name],
      image,
      labels: { suite, test: `${name}-test` },
      storage,
    });
    const tests = [
      test('basic-check-spec', 'basic'),
      test('olm-bundle-validation', 'olm'),
      test('olm-crds-have-validation', 'olm'),
      test('olm-crds-have-resources', 'olm'),
      test('olm-spec-descriptors', 'olm'),
      test('olm-status-descriptors', 'olm'),
    ];
    assert.deepEqual(stages, [{ parallel: true, tests }]);
  });

  it('the scorecard configuration runs only the selected tests', () => {
    const { stages } = scorecardConfiguration({ image, tests: ['olm-status-descriptors', 'basic-check-spec'] });
    assert.match(JSON.stringify(stages), /basic-check-spec".*olm-status-descriptors"/);
    assert.doesNotMatch(JSON.stringify(stages), /olm-bundle-validation/);
  });
});
