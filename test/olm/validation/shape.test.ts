// The tables of fields, against those that the official client was generated with.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as client from '@kubernetes/client-node';
import { Place } from '../../../lib/olm/content/index.ts';
import { manifestShapes } from '../../../lib/olm/validation/shape/manifest-shapes.ts';
import { podShapes } from '../../../lib/olm/validation/shape/pod-shapes.ts';
import { serviceVersionShapes } from '../../../lib/olm/validation/shape/service-version-shapes.ts';
import { shapeErrors } from '../../../lib/olm/validation/shape/shape.ts';

/** The client's names of types that several groups have. */
const names = new Map([
  ['Subject', 'RbacV1Subject'],
  ['ResourceClaim', 'CoreV1ResourceClaim'],
]);

interface Model {
  readonly attributeTypeMap: readonly { readonly baseName: string; readonly type: string }[];
}

function modelOf(name: string): Model | undefined {
  const wanted = names.get(name) ?? `V1${name}`;
  const [, model] = Object.entries(client).find(([each]) => each === wanted) ?? [];
  return model as Model | undefined;
}

describe('the shapes of manifests', () => {
  for (const [name, text] of Object.entries({ ...podShapes, ...manifestShapes })) {
    it(`have all fields of a ${name}, and no others`, () => {
      const model = modelOf(name);
      assert.ok(model !== undefined, `the client has no ${name}`);
      const fields = text.split(/\s+/).filter((word) => word !== '');
      assert.deepEqual(
        fields.map((field) => field.replace(/!?:.*$/, '')).toSorted(),
        model.attributeTypeMap.map(({ baseName }) => baseName).toSorted(),
      );
    });
  }

  it('name no types that there aren’t', () => {
    const shapes = { ...podShapes, ...manifestShapes, ...serviceVersionShapes };
    const scalars = ['text', 'integer', 'boolean', 'intOrText', 'quantity', 'any'];
    for (const text of Object.values(shapes)) {
      for (const [, type = ''] of text.matchAll(/:([A-Za-z]+)/g)) {
        assert.ok(scalars.includes(type) || type in shapes, type);
      }
    }
  });
});

describe('what doesn’t fit a shape', () => {
  const shapes = {
    Box: 'name!:text size:integer parts:Box[] labels:text{} limit:quantity port:intOrText open:boolean',
  };
  const found = (value: unknown) =>
    [...shapeErrors(new Place('file.yaml', value), 'Box', shapes)].map(({ what, place }) => `${what} ${place.path}`);

  it('is nothing, where everything is as it should be', () => {
    const box = { name: 'a', size: 1, labels: { a: 'b' }, limit: 2, port: 'http', open: false };
    assert.deepEqual(found({ ...box, parts: [box, { name: 'b', limit: '1Gi', port: 80, size: null }] }), []);
  });

  it('is told with its place', () => {
    assert.deepEqual(
      found({
        size: 1.5,
        parts: [{ name: 7 }, 'x'],
        labels: { 'a/b': true },
        limit: [],
        port: {},
        open: 'no',
        more: 1,
      }),
      [
        'type size',
        'type parts[0].name',
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
});
