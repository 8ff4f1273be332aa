// Content that doesn't match the types of a table.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Place } from '../../../../lib/olm/content/index.ts';
import { shapeErrors } from '../../../../lib/olm/notation/shape/shape.ts';
import { tableTypes } from '../../../../lib/olm/notation/shape/shape-table.ts';

describe('a mismatch with a shape', () => {
  const box = tableTypes({
    Box: `name!:text size:integer parts:Box[] labels:text{} limit:quantity port:intOrText open:boolean
      kind:=Small|Large metadata:ObjectMeta deployment:DeploymentSpec`,
  })('Box');
  const found = (value: unknown) =>
    [...shapeErrors(new Place('file.yaml', value), box)].map(({ what, place }) => `${what} ${place.path}`);

  it('a correct value has no mismatch with its shape', () => {
    const small = { name: 'a', size: 1, labels: { a: 'b' }, limit: 2, port: 'http', open: false, kind: 'Small' };
    assert.deepEqual(
      found({ ...small, kind: '', parts: [small, { name: 'b', limit: '1Gi', port: 80, size: null }] }),
      [],
    );
  });

  it('a mismatch with a shape is reported with its place', () => {
    assert.deepEqual(
      found({
        size: 1.5,
        parts: [{ name: 7, limit: ['1'] }, 'x'],
        labels: { 'a/b': true },
        limit: [],
        port: {},
        open: 'no',
        more: 1,
      }),
      [
        'type size',
        'type parts[0].name',
        'type parts[0].limit',
        'type parts[1]',
        'type labels["a/b"]',
        'type limit',
        'type port',
        'type open',
        'unknown more',
        'missing name',
      ],
    );
  });

  it('a text outside of a choice, and a value that Go can’t decode, are mismatches with a shape', () => {
    const metadata = { creationTimestamp: 'today' };
    const deployment = { replicas: 2 ** 31, selector: {}, template: {} };
    assert.deepEqual(found({ name: '', kind: 'small', limit: '1 Gi', metadata, deployment }), [
      'choice kind',
      'type limit',
      'type metadata.creationTimestamp',
      'type deployment.replicas',
    ]);
    assert.deepEqual(found({ name: 'a', limit: '-1', metadata: { creationTimestamp: '2026-01-31T12:00:00Z' } }), []);
  });
});
