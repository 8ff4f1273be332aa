import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import {
  groupVersionKind,
  type JsonObject,
  type Kind,
  type KubernetesObject,
  type StoredObject,
} from '../../../../lib/api/index.ts';
import { type Client, isInvalid } from '../../../../lib/client/index.ts';
import { childDifferences } from '../../../../lib/runtime/reconcile/comparison/difference.ts';
import { type ShapeOf, shapeOfKind } from '../../../../lib/runtime/reconcile/comparison/kind-shape.ts';
import { PermanentDifferences } from '../../../../lib/runtime/reconcile/comparison/permanent-differences.ts';
import type { ControlPlane } from '../../../../lib/testing/index.ts';
import { sharedControlPlane } from '../../../shared-control-plane.ts';
import { untilEstablished } from '../../../until-established.ts';
import { AppliedObject, adminClient, effect, kindOf, owner } from '../applied-object.ts';
import { thingDefinition, thingKind } from '../thing.ts';
import { drifts, webBody } from './drift.ts';
import { publishedShapes } from './published-shapes.ts';
import { richObjects } from './rich-object.ts';
import { configMapBody, customBody, deploymentBody, networkPolicyBody, secretBody, serviceBody } from './variant.ts';

describe('difference, on objects of a real API server', () => {
  let controlPlane: ControlPlane;
  let client: Client;

  before(async () => {
    controlPlane = await sharedControlPlane();
    client = await adminClient(controlPlane);
    await client.create(kindOf('apiextensions.k8s.io', 'v1', 'CustomResourceDefinition'), thingDefinition);
    await untilEstablished(controlPlane);
  });

  after(() => client?.close());

  describe('after an apply', () => {
    for (const { apiVersion, kind, metadata, ...fields } of richObjects) {
      it(`finds no difference after an apply of the ${kind} ${metadata.name}`, async () => {
        const { group, version } = groupVersionKind({ apiVersion, kind });
        const body: JsonObject = JSON.parse(JSON.stringify({ metadata, ...fields }));
        const object = new AppliedObject(client, kindOf(group, version, kind), body, metadata.name);
        await object.apply();
        const live = await object.live();
        assert.deepEqual(object.differences(live), []);
        assert.deepEqual(effect(await object.apply()), effect(live), 'an apply changes something');
      });
    }
  });

  describe('after a change', () => {
    for (const { title, change, expected } of drifts) {
      it(`finds the differences that an apply would change after ${title}`, async () => {
        const object = new AppliedObject(client, kindOf('apps', 'v1', 'Deployment'), webBody());
        await object.apply();
        await change(object);
        const live = await object.live();
        assert.deepEqual(object.differences(live), [...expected].sort());
        const answer = await object.apply();
        assert.equal(
          isDeepStrictEqual(effect(answer), effect(live)),
          expected.length === 0,
          'the apply shows otherwise',
        );
        assert.deepEqual(object.differences(answer), []);
      });
    }
  });

  it('finds no difference in tolerations that admission adds to a pod', async () => {
    await new AppliedObject(client, kindOf('', 'v1', 'ServiceAccount'), {}, 'pod').apply();
    const tolerations = [{ key: 'a', operator: 'Exists' }];
    const spec = { serviceAccountName: 'pod', containers: [{ name: 'web', image: 'web:1' }], tolerations };
    const pod = new AppliedObject(client, kindOf('', 'v1', 'Pod'), { spec });
    const live = await pod.apply();
    assert.deepEqual(pod.differences(live), []);
    assert.deepEqual(effect(await pod.apply()), effect(live));
    await pod.edit({ spec: { tolerations: [...Object(live.spec).tolerations, { key: 'b', operator: 'Exists' }] } });
    assert.deepEqual(pod.differences(await pod.live()), ['unowned spec.tolerations']);
  });

  describe('after writes of any manager', () => {
    for (const [kind, body] of [
      [kindOf('', 'v1', 'ConfigMap'), configMapBody],
      [kindOf('', 'v1', 'Secret'), secretBody],
      [kindOf('', 'v1', 'Service'), serviceBody],
      [kindOf('apps', 'v1', 'Deployment'), deploymentBody],
      [kindOf('networking.k8s.io', 'v1', 'NetworkPolicy'), networkPolicyBody],
    ] as const) {
      it(`finds differences in a ${kind.kind} exactly when an apply would change it`, async () => {
        await passStories(kind, body, ({ differences, isSame }) =>
          assert.equal(differences.length === 0, isSame, differences.join(', ')),
        );
      });
    }
  });

  it('finds a difference in a custom resource of unknown schema whenever an apply would change it', async () => {
    await passStories(thingKind, customBody, ({ differences, isSame }) => assert.ok(isSame || differences.length > 0));
  });

  it('finds differences in a custom resource of known schema exactly when an apply would change it', async () => {
    const shapes = await publishedShapes(client, thingKind);
    const check = ({ differences, isSame }: Chapter) =>
      assert.equal(differences.length === 0, isSame, differences.join(', '));
    await passStories(thingKind, customBody, check, shapes.of);
  });

  for (const [what, applied, edited, rendered] of [
    ['a map that we have applied empty', { words: {} }, { words: { a: 'a' } }, { words: { a: 'a' } }],
    ['an empty list that others have made', { text: 'a' }, { list: [] }, { text: 'a', list: [] }],
  ] as const) {
    it(`doesn’t treat ${what} as ours in a custom resource`, async () => {
      const thing = new AppliedObject(client, thingKind, { spec: applied });
      await thing.apply();
      await thing.edit({ spec: edited });
      thing.render({ spec: rendered });
      const live = await thing.live();
      assert.equal(thing.differences(live).length, 1);
      assert.notDeepEqual(effect(await thing.apply()), effect(live));
    });
  }

  interface Chapter {
    readonly differences: readonly string[];
    /** Returns true if an apply has changed nothing. */
    readonly isSame: boolean;
  }

  /**
   * Lets the operator and other managers write bodies in turn, and has `check` compare the differences found before
   * each apply of the operator.
   */
  async function passStories(
    kind: Kind,
    body: fc.Arbitrary<JsonObject>,
    check: (chapter: Chapter) => void,
    shapeOf: ShapeOf = shapeOfKind,
  ): Promise<void> {
    const writer = fc.constantFrom('we', 'other', 'editor', 'editor', 'none');
    const story = fc.array(fc.record({ writer, written: body }), { minLength: 1, maxLength: 5 });
    const property = fc.asyncProperty(body, story, async (first, chapters) => {
      const object = new AppliedObject(client, kind, first);
      const differencesOf = (live: StoredObject, desired: KubernetesObject) =>
        childDifferences(live, desired, owner, shapeOf(desired));
      const settled = new PermanentDifferences(differencesOf);
      const nothingNew = { writer: 'none', written: first };
      try {
        settled.learn(object.desired, undefined, await object.apply());
        for (const { writer, written } of [...chapters, nothingNew, nothingNew]) {
          if (writer === 'we') object.render(written);
          if (writer === 'other') await object.applyByOther(written);
          if (writer === 'editor') await object.edit(written);
          const live = await object.live();
          const differences = object.differences(live, shapeOf(object.desired));
          const isSettled = settled.has(live, object.desired, differencesOf(live, object.desired));
          const answer = await object.apply();
          const isSame = isDeepStrictEqual(effect(answer), effect(live));
          check({ differences, isSame });
          assert.ok(isSame || !isSettled, 'an apply changes what is settled');
          settled.learn(object.desired, live, answer);
        }
        const live = await object.live();
        const left = differencesOf(live, object.desired);
        assert.ok(left.length === 0 || settled.has(live, object.desired, left), 'three applies settle nothing');
      } catch (error) {
        // A body that the server refuses can't be applied, and proves nothing.
        if (!isInvalid(error)) throw error;
      }
    });
    await fc.assert(property, { numRuns: 25 });
  }
});
