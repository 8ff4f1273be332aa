import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import jsonPatch from 'fast-json-patch';
import { z } from 'zod';
import {
  type AdmissionContext,
  CustomResource,
  type KubernetesObject,
  type ReturnedMutation,
} from '../../../lib/api/index.ts';
import { MutatingWebhook, Operator } from '../../../lib/constructs/index.ts';
import { mutationEndpoint } from '../../../lib/server/index.ts';
import { inTurn } from '../in-turn.ts';
import { mutating, type Well, well } from '../well.ts';
import { ports, type ReviewParts, respond, review } from './reviewed.ts';

type Mutate = (context: AdmissionContext<typeof Well>) => ReturnedMutation<typeof Well>;

/** Returns the patch of a mutation, and the object after it. */
async function mutated(object: KubernetesObject, mutate: Mutate, parts: ReviewParts = {}) {
  const { response } = await respond(mutationEndpoint(mutating({ mutate }), ports), { object, ...parts });
  assert.equal(response.allowed, true);
  if (response.patch === undefined) {
    assert.equal('patchType' in response, false);
    return { patch: [], object };
  }
  assert.equal(response.patchType, 'JSONPatch');
  const patch = JSON.parse(Buffer.from(response.patch, 'base64').toString());
  return { patch, object: jsonPatch.applyPatch(structuredClone(object), patch).newDocument };
}

describe('mutationEndpoint', () => {
  it('mutationEndpoint answers without a patch if its author changes nothing', async () => {
    for (const mutate of [
      () => ({}),
      () => undefined,
      () => Promise.resolve(undefined),
      ({ spec }: AdmissionContext<typeof Well>) => ({ spec }),
      ({ spec }: AdmissionContext<typeof Well>) => ({ spec: { ...spec }, labels: { a: 'b' }, annotations: {} }),
    ]) {
      assert.deepEqual((await mutated(well('a', { depth: 7 }, { labels: { a: 'b' } }), mutate)).patch, []);
    }
  });

  it('mutationEndpoint patches only the changes of its author, and no defaults or unknown fields', async () => {
    const sent = well('a', { depth: 7, unknown: 'x', buckets: [{ name: 'one', rope: 3 }] });
    const { patch } = await mutated(sent, ({ spec }) => ({ spec: { ...spec, depth: 9 } }));
    assert.deepEqual(patch, [{ op: 'replace', path: '/spec/depth', value: 9 }]);
  });

  it('mutationEndpoint removes a field that its author omits, and adds a new one', async () => {
    const { patch } = await mutated(well('a', { depth: 7, note: 'x' }), ({ spec: { note: _, ...spec } }) => ({
      spec: { ...spec, tags: { 'a/b~c': 'd' } },
    }));
    assert.deepEqual(patch, [
      { op: 'remove', path: '/spec/note' },
      { op: 'add', path: '/spec/tags', value: { 'a/b~c': 'd' } },
    ]);
  });

  it('mutationEndpoint compares the returned spec before it waits for anything, so that this is in the request’s turn', async () => {
    let isRead = false;
    const mutate = ({ spec }: AdmissionContext<typeof Well>) => ({
      get spec() {
        isRead = true;
        return { ...spec, depth: 9 };
      },
    });
    const patched = mutated(well('a', { depth: 7 }), mutate);
    assert.equal(isRead, true);
    assert.deepEqual((await patched).patch, [{ op: 'replace', path: '/spec/depth', value: 9 }]);
  });

  it('mutationEndpoint detects changes that its author makes to the object of the callback', async () => {
    const { patch } = await mutated(well('a', { depth: 7, tags: { a: 'b' } }), ({ spec }) => {
      spec.depth = 9;
      spec.tags = { ...spec.tags, c: 'd' };
      return { spec };
    });
    assert.deepEqual(patch, [
      { op: 'add', path: '/spec/tags/c', value: 'd' },
      { op: 'replace', path: '/spec/depth', value: 9 },
    ]);
  });

  it('mutationEndpoint accepts managed fields of any depth, which kept content of another version has', async () => {
    const fieldsV1 = JSON.parse(`${'{"f:a":'.repeat(9_000)}{}${'}'.repeat(9_000)}`);
    const object = well('a', { depth: 7 }, { managedFields: [{ manager: 'a', fieldsV1 }] });
    const mutate: Mutate = ({ spec }) => ({ spec: { ...spec, depth: 9 } });
    const { response } = await respond(mutationEndpoint(mutating({ mutate }), ports), { object });
    assert.equal(response.patchType, 'JSONPatch');
  });

  it('mutationEndpoint patches entries of maps by key, also with the name of a property of every object', async () => {
    const sent = well('a', { depth: 7, tags: { constructor: 'a', b: 'c' } });
    const removed = await mutated(sent, ({ spec }) => ({ spec: { ...spec, tags: { b: 'c' } } }));
    assert.deepEqual(removed.patch, [{ op: 'remove', path: '/spec/tags/constructor' }]);
    const added = await mutated(well('a', { depth: 7, tags: {} }), ({ spec }) => ({
      spec: { ...spec, tags: { toString: 'a' } },
    }));
    assert.deepEqual(added.patch, [{ op: 'add', path: '/spec/tags/toString', value: 'a' }]);
  });

  it('mutationEndpoint keeps unknown fields of list items that move or change', async () => {
    const sent = well('a', {
      depth: 7,
      buckets: [
        { name: 'one', rope: 3 },
        { name: 'two', rope: 4 },
      ],
    });
    const reversed = await mutated(sent, ({ spec }) => ({
      spec: { ...spec, buckets: [...(spec.buckets ?? [])].reverse() },
    }));
    assert.deepEqual(reversed.object.spec, {
      depth: 7,
      buckets: [
        { name: 'two', rope: 4 },
        { name: 'one', rope: 3 },
      ],
    });
    const grown = await mutated(sent, ({ spec }) => ({
      spec: { ...spec, buckets: [{ name: 'zero' }, ...(spec.buckets ?? [])] },
    }));
    assert.deepEqual((grown.object.spec as { buckets: unknown }).buckets, [
      { name: 'zero', liters: 10 },
      { name: 'one', rope: 3 },
      { name: 'two', rope: 4 },
    ]);
    const edited = await mutated(sent, ({ spec }) => ({
      spec: { ...spec, buckets: (spec.buckets ?? []).map((bucket) => ({ ...bucket, liters: 20 })) },
    }));
    assert.deepEqual(edited.patch, [
      { op: 'add', path: '/spec/buckets/1/liters', value: 20 },
      { op: 'add', path: '/spec/buckets/0/liters', value: 20 },
    ]);
  });

  it('mutationEndpoint escapes keys in patches, and adds labels and annotations to objects without any', async () => {
    const labels = { 'example.com/a~b': 'c' };
    const first = await mutated(well('a'), () => ({ labels, annotations: { x: 'y' } }));
    assert.deepEqual(first.patch, [
      { op: 'add', path: '/metadata/labels', value: labels },
      { op: 'add', path: '/metadata/annotations', value: { x: 'y' } },
    ]);
    const second = await mutated(well('a', { depth: 7 }, { labels: { 'example.com/a~b': 'd', left: 'out' } }), () => ({
      labels,
    }));
    assert.deepEqual(second.patch, [
      { op: 'remove', path: '/metadata/labels/left' },
      { op: 'replace', path: '/metadata/labels/example.com~1a~0b', value: 'c' },
    ]);
  });

  it('mutationEndpoint patches nothing in an object that it has mutated before', async () => {
    const mutate: Mutate = ({ spec, metadata }) => ({
      spec: { ...spec, lining: 'brick', tags: { ...spec.tags, a: 'b' } },
      labels: { ...metadata.labels, x: 'y' },
    });
    const { object } = await mutated(well('a', { depth: 7 }), mutate);
    assert.deepEqual(
      [object.spec, object.metadata.labels],
      [{ depth: 7, lining: 'brick', tags: { a: 'b' } }, { x: 'y' }],
    );
    assert.deepEqual((await mutated(object, mutate)).patch, []);
  });

  it('mutationEndpoint doesn’t call its author for objects that are not valid, or that are deleted', async () => {
    const untouched = () => assert.fail('asked');
    assert.deepEqual((await mutated(well('a', { depth: 500 }), untouched)).patch, []);
    const leaving = well('a', { depth: 7 }, { deletionTimestamp: '2030-01-01T00:00:00Z' });
    assert.deepEqual((await mutated(leaving, untouched, { operation: 'UPDATE', oldObject: leaving })).patch, []);
    const { response } = await respond(mutationEndpoint(mutating({ mutate: untouched }), ports), {
      operation: 'DELETE',
      oldObject: well('a'),
    });
    assert.equal(response.allowed, true);
  });

  it('mutationEndpoint names the webhook and the field if its author returns an invalid spec', async () => {
    const endpoint = mutationEndpoint(mutating({ mutate: () => ({ spec: { depth: 1000 } }) }), ports);
    const { response } = await respond(endpoint, { object: well('a') });
    assert.deepEqual([response.allowed, response.status.code, response.status.reason], [false, 500, 'InternalError']);
    assert.match(
      response.status.message,
      /^webhook lining\.well\.test\.example\.com returned a spec .*: spec\.depth: must be at most 100/,
    );
  });

  it('mutationEndpoint names a changed field that can’t be changed, instead of ignoring it', async () => {
    const misspelt = { specs: {}, label: { a: 'b' }, spec: { depth: 9 } };
    const endpoint = mutationEndpoint(mutating({ mutate: () => misspelt }), ports);
    const { response } = await respond(endpoint, { object: well('a') });
    assert.deepEqual([response.allowed, response.status.code, response.status.reason], [false, 500, 'InternalError']);
    assert.equal(
      response.status.message,
      'webhook lining.well.test.example.com returned specs, label, and can only change spec, labels, annotations; its author has to fix that',
    );
  });

  it('mutationEndpoint names a field of the spec that the definition does not have', async () => {
    const made = { spec: { depth: 9, dept: 8, buckets: [{ name: 'one', rop: 3 }] } };
    const { response } = await respond(mutationEndpoint(mutating({ mutate: () => made }), ports), {
      object: well('a'),
    });
    assert.deepEqual([response.allowed, response.status.code], [false, 500]);
    assert.match(response.status.message, /spec\.dept: unknown field.*; spec\.buckets\[0\]\.rop: unknown field/);
  });

  it('mutationEndpoint leaves the decision to the failure policy when the callback throws', async () => {
    const endpoint = mutationEndpoint(mutating({ mutate: () => Promise.reject(new Error('a bug')) }), ports);
    assert.equal((await respond(endpoint, { object: well('a') })).code, 500);
  });

  it('mutationEndpoint passes an empty name for an object whose name the API server generates later', async () => {
    const names: string[] = [];
    const mutate: Mutate = ({ metadata }) => {
      names.push(metadata.name);
      return {};
    };
    const unnamed = { ...well('a'), metadata: { generateName: 'a-', namespace: 'default' } };
    await mutationEndpoint(mutating({ mutate }), ports).answer(
      review({ object: unnamed }),
      new AbortController().signal,
      inTurn,
    );
    assert.deepEqual(names, ['']);
  });

  describe('with a spec of 9,000 levels', () => {
    class Cave extends CustomResource({
      group: 'test.example.com',
      version: 'v1',
      kind: 'Cave',
      spec: z.object({ lit: z.boolean().default(false), map: z.unknown() }),
    }) {}

    const nested = (levels: number, inner: unknown) =>
      Array.from({ length: levels }).reduce((value) => ({ a: value }), inner);
    const map = nested(9_000, 1);
    const cave = { ...well('a', { map }), kind: 'Cave' };

    function caveEndpoint(mutate: (spec: { map?: unknown }) => object) {
      const operator = new Operator(new App(), 'cave-operator', { version: '1.0.0', image: 'example.com/caves:1' });
      new MutatingWebhook(operator, 'Light', {
        for: Cave,
        mutate: ({ spec }) => ({ spec: { ...spec, ...mutate(spec) } }),
      });
      const [webhook] = MutatingWebhook.in(operator);
      return mutationEndpoint(webhook ?? assert.fail('the webhook exists'), ports);
    }

    it('mutationEndpoint patches what its author changes beside the levels', async () => {
      const { response } = await respond(
        caveEndpoint(() => ({ lit: true })),
        { object: cave },
      );
      assert.deepEqual(JSON.parse(Buffer.from(response.patch, 'base64').toString()), [
        { op: 'add', path: '/spec/lit', value: true },
      ]);
    });

    it('mutationEndpoint names the webhook if its author adds more levels than can be sent', async () => {
      const { response } = await respond(
        caveEndpoint(({ map }) => ({ map: nested(100_000, map) })),
        { object: cave },
      );
      assert.equal(response.allowed, false);
      assert.match(
        response.status.message,
        /^webhook light\.cave\S+ changed more levels .* than can be sent; its author/,
      );
    });
  });
});
