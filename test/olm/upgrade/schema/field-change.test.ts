import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Place } from '../../../../lib/olm/content/index.ts';
import { schemaComparison } from '../../../../lib/olm/upgrade/schema/schema-comparison.ts';
import { SchemaPair } from '../../../../lib/olm/upgrade/schema/schema-pair.ts';

/** Returns how often a comparison reads the fields of an object whose fields all change. */
function readCount(fieldCount: number): number {
  let count = 0;
  const schema = (maxLength: number, prefix: string) => {
    const names = Array.from({ length: fieldCount }, (_, index) => `${prefix}${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string', maxLength }]));
    return new Place('box.yaml', {
      type: 'object',
      get properties() {
        count += 1;
        return properties;
      },
    });
  };
  const found = [...schemaComparison(SchemaPair.of({ before: schema(9, 'a'), after: schema(5, 'b') }, 'v1'))];
  assert.equal(found.length, fieldCount);
  return count;
}

describe('the comparison of fields', () => {
  it('the comparison of schemas reads the fields of an object a constant number of times', () => {
    assert.equal(readCount(200), readCount(2));
  });
});
