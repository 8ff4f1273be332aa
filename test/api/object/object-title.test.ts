import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { objectTitle } from '../../../lib/api/index.ts';

describe('the title of an object', () => {
  it('names its namespace where it has one', () => {
    assert.equal(
      objectTitle({ kind: 'StatefulSet', metadata: { namespace: 'shop', name: 'db' } }),
      'StatefulSet shop/db',
    );
    assert.equal(objectTitle({ kind: 'Node', metadata: { name: 'node-1' } }), 'Node node-1');
  });
});
