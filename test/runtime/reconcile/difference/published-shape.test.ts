import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { JsonObject, Kind } from '../../../../lib/api/index.ts';
import { shapeOfKind } from '../../../../lib/runtime/reconcile/difference/kind-shape.ts';
import { PublishedShapes } from '../../../../lib/runtime/reconcile/difference/published-shape.ts';
import { ManualClock } from '../../../../lib/testing/index.ts';
import { configMapKind } from '../../shelf.ts';
import { thingKind } from '../thing.ts';
import { customSchema } from './variant.ts';

const thing = { apiVersion: 'example.com/v1', kind: 'Thing' };
const { signal } = new AbortController();

/** A document with a schema of a thing. */
function documentOf(properties: JsonObject = JSON.parse(JSON.stringify(customSchema.properties))): JsonObject {
  const names = [{ group: 'example.com', version: 'v1', kind: 'Thing' }];
  const metadata = { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' };
  const schema = { type: 'object', properties: { ...properties, metadata }, 'x-kubernetes-group-version-kind': names };
  return { components: { schemas: { 'io.k8s.Other': { type: 'string' }, 'com.example.v1.Thing': schema } } };
}

describe('published shapes', () => {
  let clock: ManualClock;
  let asked: string[];
  let answer: () => JsonObject;
  let shapes: PublishedShapes;

  beforeEach(() => {
    clock = new ManualClock();
    asked = [];
    answer = () => documentOf();
    const openApi = async ({ group, version }: Pick<Kind, 'group' | 'version'>) => {
      asked.push(`${group}/${version}`);
      return answer();
    };
    shapes = new PublishedShapes({ openApi }, clock);
  });

  it('are asked for when there is need, and then known', async () => {
    assert.deepEqual([shapes.of(thing), asked], [shapeOfKind(thing), []]);
    assert.equal(await shapes.learn(thingKind, signal), true);
    assert.equal(shapes.of(thing).fields?.spec?.fields?.atomic?.atomic, true);
    assert.deepEqual(shapes.of(thing).fields?.metadata, shapeOfKind(thing).fields?.metadata);
    assert.equal(await shapes.learn(thingKind, signal), false);
    assert.deepEqual(asked, ['example.com/v1']);
  });

  it('are not asked for of built-in kinds', async () => {
    assert.equal(await shapes.learn(configMapKind, signal), false);
    assert.deepEqual(asked, []);
  });

  it('are asked for again after ten minutes, since definitions change', async () => {
    await shapes.learn(thingKind, signal);
    await clock.advance(600_000);
    assert.deepEqual(shapes.of(thing), shapeOfKind(thing));
    assert.equal(await shapes.learn(thingKind, signal), true);
  });

  for (const [what, given] of [
    ['the server refuses', () => assert.fail('forbidden')],
    ['the document is none', () => ({})],
    ['the kind isn’t in it', () => documentOf().components as JsonObject],
    ['the schema is no structural one', () => documentOf({ spec: { $ref: '#/components/schemas/Spec' } })],
  ] as const) {
    it(`are unknown when ${what}, and asked for again after a minute`, async () => {
      answer = given;
      assert.equal(await shapes.learn(thingKind, signal), false);
      assert.deepEqual(shapes.of(thing), shapeOfKind(thing));
      assert.equal(await shapes.learn(thingKind, signal), false);
      assert.equal(asked.length, 1);
      answer = () => documentOf();
      await clock.advance(60_000);
      assert.equal(await shapes.learn(thingKind, signal), true);
    });
  }

  it('are not taken for unknown because a pass ends meanwhile', async () => {
    const over = new Error('over');
    answer = () => {
      throw over;
    };
    await assert.rejects(shapes.learn(thingKind, AbortSignal.abort(over)), over);
    answer = () => documentOf();
    assert.equal(await shapes.learn(thingKind, signal), true);
  });
});
