import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { celField } from '../../../lib/schema/type/cel-field.ts';

describe('celField', () => {
  for (const [name, selected] of [
    ['size', 'size'],
    ['_private', '_private'],
    ['max-size', 'max__dash__size'],
    ['a.b/c', 'a__dot__b__slash__c'],
    ['a__b', 'a__underscores__b'],
    ['namespace', '__namespace__'],
    ['namespaces', 'namespaces'],
    ['1st', undefined],
    ['a b', undefined],
    ['größe', undefined],
    ['', undefined],
  ] as const) {
    it(`CEL selects the field '${name}' ${selected === undefined ? 'by no name' : `as ${selected}`}`, () => {
      assert.equal(celField(name), selected);
    });
  }
});
