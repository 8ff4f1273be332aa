import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parse } from 'yaml';
import { flawlessYaml } from '../../lib/yaml/flawless-yaml.ts';
import { yamlDocument } from '../../lib/yaml/index.ts';
import { goodBundle, goodBundleNames } from '../olm/validation/corpus/good-bundle.ts';

const scalar = fc.oneof(
  fc.string(),
  fc.stringMatching(/^[abyn0189_.+:#'"|> -]{0,8}$/),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie('value')),
    fc.dictionary(fc.string(), tie('value'), { noNullPrototype: true }),
  ),
}));

describe('the quick reading of YAML', () => {
  it('flawlessYaml returns the written values, or gives up', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value, { noNullPrototype: true }), (data) => {
        const seen = flawlessYaml(yamlDocument(data));
        // It may give up, and leave the text to the other parser, but never see anything else.
        if (seen !== undefined) assert.deepEqual(seen, [data]);
      }),
    );
  });

  it('flawlessYaml reads the files of bundles', () => {
    for (const name of goodBundleNames.filter((each) => each !== 'unusual')) {
      const draft = goodBundle(name);
      for (const file of draft.files.filter((each) => each.endsWith('.yaml'))) {
        assert.deepEqual(flawlessYaml(draft.text(file)), [parse(draft.text(file), { version: '1.1' })], file);
      }
    }
  });

  it('flawlessYaml returns undefined for text that is or may be invalid', () => {
    for (const text of ['a: 1\na: 2', 'a: [', 'a:\n\tb: 1', 'a: &x 1\nb: *x', 'a: !!python/object x', '@a']) {
      assert.equal(flawlessYaml(text), undefined, text);
    }
  });
});
