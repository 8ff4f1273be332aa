import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { definitionFindings } from '../../../lib/constructs/definition/definition-finding.ts';
import { CustomResource, type CustomResourceClass, type ResourceDefinitionProps } from '../../../lib/index.ts';

type Words = Partial<ResourceDefinitionProps<z.ZodObject, z.ZodObject>>;

const right = { group: 'example.com', kind: 'Cache', spec: z.object({ size: z.int32().default(1) }) };

function older(words: Words = {}): CustomResourceClass {
  return CustomResource({ ...right, version: 'v1beta1', ...words });
}

function findings(classes: readonly CustomResourceClass[], words: Words = {}): string[] {
  const versions = classes.map((of) => ({
    of,
    up: () => ({ spec: {}, status: {} }),
    down: () => ({ spec: {}, status: {} }),
  }));
  return [...definitionFindings(CustomResource({ ...right, version: 'v1', ...words, versions }).definition)];
}

describe('the versions of a kind', () => {
  it('versions of one kind are accepted', () => {
    assert.deepEqual(findings([older(), older({ version: 'v1alpha1', served: false, deprecation: 'Use v1.' })]), []);
    assert.deepEqual(findings([older()], { shortNames: ['ca'], categories: ['all'], deprecation: 'Use shops.' }), []);
  });

  const same = 'versions of one kind have the same';
  const one = 'Cache.example.com/v1';
  const other = 'Cache.example.com/v1beta1';
  const wrong: readonly (readonly [Words, Words, readonly string[]])[] = [
    [
      { group: 'other.com' },
      {},
      [`Cache.other.com/v1beta1 has group 'other.com' where ${one} has 'example.com': ${same}`],
    ],
    [{}, { plural: 'cachen' }, [`${other} has plural 'caches' where ${one} has 'cachen': ${same}`]],
    [{ scope: 'Cluster' }, {}, [`${other} has scope 'Cluster' where ${one} has 'Namespaced': ${same}`]],
    [{ listKind: 'Caches' }, {}, [`${other} has listKind 'Caches' where ${one} has 'CacheList': ${same}`]],
    [{ shortNames: ['ca'] }, {}, [`${other} has shortNames 'ca' where ${one} has none: ${same}`]],
    [{ version: 'v1' }, {}, ['there are two versions v1: give one of the two classes another version']],
    [{}, { served: false }, ['version v1 is stored, and controllers read it: leave served out']],
    [{ deprecation: '' }, {}, ['version v1beta1: deprecation is empty: name the replacement']],
    [
      { deprecation: 'a\tb' },
      {},
      ["version v1beta1: deprecation has characters that can't be printed, such as a line break: write it in one line"],
    ],
    [{}, { deprecation: 'x'.repeat(257) }, ['deprecation has more than 256 bytes: shorten it']],
    [
      { version: '1' },
      {},
      [
        "version '1' is not a valid name: write up to 63 lower-case letters, digits and '-' after a letter, such as v1alpha1, v1beta1 or v1",
      ],
    ],
    [
      { selectableFields: ['.spec.sice'] },
      {},
      [
        "version v1beta1: selectableFields[0]: path .spec.sice doesn't exist, because there is no field 'sice': the fields there are size",
      ],
    ],
    [
      {
        versions: [
          {
            of: older({ version: 'v1alpha1' }),
            up: () => ({ spec: {}, status: {} }),
            down: () => ({ spec: {}, status: {} }),
          },
        ],
      },
      {},
      [`${other} lists versions itself: only the class of the version that is stored does, ${one}`],
    ],
  ];

  for (const [olderWords, words, expected] of wrong) {
    it(`the versions of a kind are refused: ${expected[0]?.slice(0, 90)}`, () =>
      assert.deepEqual(findings([older(olderWords)], words), expected));
  }

  it('an older version is refused for a schema that Kubernetes can’t express', () => {
    const [finding] = findings([older({ spec: z.object({ when: z.date() }) })]);
    assert.match(finding ?? '', /^version v1beta1: spec\.when: /);
  });
});
