// The fields of a ClusterServiceVersion in another case, one after the other: OLM and operator-sdk read them in any.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isJsonObject } from '../../../lib/api/index.ts';
import { validate } from '../../../lib/olm/index.ts';
import { fieldPath, itemPath } from '../../../lib/schema/index.ts';
import { goodBundle } from './corpus/good-bundle.ts';
import { csv } from './corpus/minimal-bundle.ts';
import { scaffoldedCsv } from './corpus/scaffolded-bundle.ts';

/** A field, and the path of the map that has it. */
type Field = readonly [owner: string, name: string];

function fieldsIn(value: unknown, path: string): Field[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => fieldsIn(item, itemPath(path, index)));
  if (!isJsonObject(value)) return [];
  const isMapOfText = /\.(?:annotations|label|labels|limits|matchLabels|requests)$/.test(path);
  return Object.entries(value).flatMap(([name, field]) => [
    ...(isMapOfText ? [] : [[path, name] as const]),
    ...fieldsIn(field, fieldPath(path, name)),
  ]);
}

const cases: Readonly<Record<string, (name: string) => string>> = {
  'an upper-case letter first': (name) => name.slice(0, 1).toUpperCase() + name.slice(1),
  'lower-case letters alone': (name) => name.toLowerCase(),
  'upper-case letters alone': (name) => name.toUpperCase(),
};

describe('a field of a ClusterServiceVersion', () => {
  for (const [base, file] of [
    ['minimal', csv],
    ['scaffolded', scaffoldedCsv],
  ] as const) {
    for (const [title, written] of Object.entries(cases)) {
      it(`a ClusterServiceVersion’s fields may have ${title}, except for its version, which opm reads (${base})`, () => {
        const fields = fieldsIn(goodBundle(base).get(file, 'spec'), 'spec').filter(
          ([, name]) => written(name) !== name,
        );
        assert.ok(fields.length > 10);
        const errors = fields.flatMap(([owner, name]) => {
          const draft = goodBundle(base);
          draft.set(file, fieldPath(owner, written(name)), draft.get(file, fieldPath(owner, name)));
          draft.remove(file, fieldPath(owner, name));
          return validate(draft.content()).filter(({ severity }) => severity === 'error');
        });
        const isVersionOther = fields.some(([owner, name]) => owner === 'spec' && name === 'version');
        assert.deepEqual(
          errors.map(({ path, rejection }) => [path, rejection?.by]),
          isVersionOther ? [[`spec.${written('version')}`, 'opm']] : [],
        );
      });
    }
  }
});
