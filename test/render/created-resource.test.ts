import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createdResource } from '../../lib/render/index.ts';
import { shelf, shelfKind } from '../runtime/shelf.ts';

describe('a resource as if it had just been created', () => {
  it('a resource as it was created has the defaults of its spec, and no status', () => {
    const { spec, status } = createdResource({ ...shelf('a', {}), spec: {} }, shelfKind);
    assert.deepEqual({ spec, status }, { spec: { boxes: {} }, status: {} });
  });

  it('a resource as it was created has a namespace if its kind has one, its own before the default', () => {
    const { namespace: _, ...metadata } = shelf('a', {}).metadata;
    assert.equal(createdResource({ ...shelf('a', {}), metadata }, shelfKind).metadata.namespace, 'default');
    const elsewhere = { ...shelf('a', {}), metadata: { ...metadata, namespace: 'shop' } };
    assert.equal(createdResource(elsewhere, shelfKind).metadata.namespace, 'shop');
  });
});
