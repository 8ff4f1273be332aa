import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { beforeEach, describe, it } from 'node:test';
import type { JsonObject, Kind } from '../../../../lib/api/index.ts';
import type { Client } from '../../../../lib/client/index.ts';
import { shapeOfKind } from '../../../../lib/runtime/reconcile/comparison/kind-shape.ts';
import { PublishedShapes } from '../../../../lib/runtime/reconcile/comparison/published-shape.ts';
import { ManualClock } from '../../../../lib/testing/index.ts';
import { configMapKind } from '../../shelf.ts';
import { thingKind } from '../thing.ts';
import { customSchema } from './variant.ts';

const thing = { apiVersion: 'example.com/v1', kind: 'Thing' };
const { signal } = new AbortController();

/** Another kind of the same group and version. */
const gadgetKind: Kind = { ...thingKind, kind: 'Gadget', plural: 'gadgets' };

/** The schemas of a document that describe a kind. */
function schemasOf(
  kind: string,
  properties: JsonObject = JSON.parse(JSON.stringify(customSchema.properties)),
): JsonObject {
  const names = [{ group: 'example.com', version: 'v1', kind }];
  const metadata = { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' };
  const schema = { type: 'object', properties: { ...properties, metadata }, 'x-kubernetes-group-version-kind': names };
  return { 'io.k8s.Other': { type: 'string' }, [`com.example.v1.${kind}`]: schema };
}

/** A document with a schema of a thing. */
function documentOf(properties?: JsonObject): JsonObject {
  return { components: { schemas: schemasOf('Thing', properties) } };
}

describe('published shapes', () => {
  let clock: ManualClock;
  let asked: string[];
  let hash: string | undefined;
  let answer: () => JsonObject;
  let shapes: PublishedShapes;

  beforeEach(() => {
    clock = new ManualClock();
    asked = [];
    hash = '1';
    answer = () => documentOf();
    const client: Pick<Client, 'openApi' | 'openApiHashes'> = {
      openApi: async ({ group, version }, options) => {
        asked.push(`${group}/${version} ${options?.hash}`);
        return answer();
      },
      openApiHashes: async () => {
        asked.push('hashes');
        return new Map(hash === undefined ? [] : [['example.com/v1', hash]]);
      },
    };
    shapes = new PublishedShapes({ client, clock }, [thingKind, gadgetKind, configMapKind]);
  });

  it('published shapes are requested when they are needed, and then kept', async () => {
    assert.deepEqual([shapes.of(thing), asked], [shapeOfKind(thing), []]);
    assert.equal(await shapes.learn(thingKind, signal), true);
    assert.equal(shapes.of(thing).fields?.spec?.fields?.atomic?.atomic, true);
    assert.deepEqual(shapes.of(thing).fields?.metadata, shapeOfKind(thing).fields?.metadata);
    assert.equal(await shapes.learn(thingKind, signal), false);
    assert.deepEqual(asked, ['hashes', 'example.com/v1 1']);
  });

  it('a published shape is requested once for many concurrent callers', async () => {
    const learned = await Promise.all(Array.from({ length: 8 }, () => shapes.learn(thingKind, signal)));
    assert.deepEqual(
      learned,
      Array.from({ length: 8 }, () => true),
    );
    assert.deepEqual(asked, ['hashes', 'example.com/v1 1']);
  });

  it('published shapes of all kinds in a document are read from one request', async () => {
    answer = () => ({ components: { schemas: { ...schemasOf('Thing'), ...schemasOf('Gadget') } } });
    const learned = await Promise.all([thingKind, gadgetKind].map((kind) => shapes.learn(kind, signal)));
    assert.deepEqual([learned, await shapes.learn(gadgetKind, signal)], [[true, true], false]);
    assert.equal(shapes.of({ ...thing, kind: 'Gadget' }).fields?.spec?.fields?.atomic?.atomic, true);
    assert.deepEqual(asked, ['hashes', 'example.com/v1 1']);
  });

  it('published shapes of built-in kinds are not requested', async () => {
    assert.equal(await shapes.learn(configMapKind, signal), false);
    assert.deepEqual(asked, []);
  });

  it('a published shape is requested again after ten minutes if the hash of its document has changed', async () => {
    await shapes.learn(thingKind, signal);
    await clock.advance(600_000);
    assert.deepEqual(shapes.of(thing), shapeOfKind(thing));
    hash = '2';
    answer = () => documentOf({ spec: { type: 'object', 'x-kubernetes-map-type': 'atomic' } });
    assert.equal(await shapes.learn(thingKind, signal), true);
    assert.equal(shapes.of(thing).fields?.spec?.atomic, true);
    assert.deepEqual(asked.slice(2), ['hashes', 'example.com/v1 2']);
  });

  it('a published shape is kept after ten minutes if the hash of its document has not changed', async () => {
    await shapes.learn(thingKind, signal);
    await clock.advance(600_000);
    assert.equal(await shapes.learn(thingKind, signal), true);
    assert.equal(shapes.of(thing).fields?.spec?.fields?.atomic?.atomic, true);
    assert.deepEqual(asked.slice(2), ['hashes']);
  });

  for (const [what, given] of [
    ['the server refuses', () => assert.fail('forbidden')],
    ['the document is none', () => ({})],
    ['the kind isn’t in it', () => documentOf().components as JsonObject],
    ['a reference leads nowhere', () => documentOf({ spec: { $ref: '#/components/schemas/Spec' } })],
  ] as const) {
    it(`a published shape is unknown when ${what}, and requested again after a minute`, async () => {
      answer = given;
      assert.equal(await shapes.learn(thingKind, signal), false);
      assert.deepEqual(shapes.of(thing), shapeOfKind(thing));
      assert.equal(await shapes.learn(thingKind, signal), false);
      assert.equal(asked.length, 2);
      answer = () => documentOf();
      hash = '2';
      await clock.advance(60_000);
      assert.equal(await shapes.learn(thingKind, signal), true);
    });
  }

  it('a published shape is unknown if the server publishes no hashes, and requested again after a minute', async () => {
    hash = undefined;
    assert.equal(await shapes.learn(thingKind, signal), false);
    assert.deepEqual(asked, ['hashes']);
    hash = '1';
    await clock.advance(60_000);
    assert.equal(await shapes.learn(thingKind, signal), true);
  });

  it('a published shape is returned to the second caller when the first one has aborted', async () => {
    const over = new Error('over');
    const gone = new AbortController();
    const first = shapes.learn(thingKind, gone.signal);
    const second = shapes.learn(thingKind, signal);
    gone.abort(over);
    await assert.rejects(first, over);
    assert.equal(await second, true);
    assert.deepEqual(asked, ['hashes', 'example.com/v1 1']);
  });

  it('requests for published shapes leave no listener on a long-lived signal', async () => {
    const { signal: long } = new AbortController();
    for (let run = 0; run < 100; run++) {
      await clock.advance(600_000);
      await shapes.learn(thingKind, long);
    }
    assert.equal(getEventListeners(long, 'abort').length, 0);
  });
});
