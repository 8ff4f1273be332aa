import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

/** The exports that authors rely on from release to release: another name here breaks them. */
const promised = [
  'InvalidValueError',
  'SchemaError',
  'atomic',
  'canonicalQuantity',
  'embeddedResource',
  'formatFinding',
  'formatRefusal',
  'immutable',
  'intOrString',
  'isDnsLabel',
  'isJsonObject',
  'isLabelValue',
  'isQualifiedName',
  'isSubdomain',
  'listMap',
  'listSet',
  'mapSize',
  'parse',
  'preserveUnknownFields',
  'quantity',
  'rule',
  'ruleValidation',
  'schemaRefusals',
  'structuralSchema',
];

describe('the entry point "./schema"', () => {
  it('the entry point "./schema" exports the types and functions of specs, and no internal tools', async () => {
    assert.deepEqual(Object.keys(await import('operand/schema')).toSorted(), promised);
  });
});
