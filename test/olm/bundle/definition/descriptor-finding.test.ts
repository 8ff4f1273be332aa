import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { z } from 'zod';
import { Controller, CustomResource, Operator } from '../../../../lib/index.ts';
import { descriptorFindings, unownedKindFindings } from '../../../../lib/olm/bundle/definition/descriptor-finding.ts';
import { isDefinition, ownedDefinitions } from '../../../../lib/olm/bundle/definition/owned-definition.ts';
import { descriptors, type KindDescriptors } from '../../../../lib/olm/index.ts';
import { quantity } from '../../../../lib/schema/index.ts';
import { bundle, Cache, ownedCache } from '../cache-operator.ts';

const amounts = z.object({ cpu: quantity() });

class Shelf extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Shelf',
  spec: z.object({ size: z.int32(), resources: z.object({ requests: amounts, limits: amounts }) }),
  status: z.object({ url: z.string() }),
}) {}

const operator = new Operator(new App(), 'shelf-operator', { version: '1.0.0', image: 'example.com/shelf-operator:1' });
new Controller(operator, 'Controller', { for: Shelf, render: () => undefined });
const owned = operator
  .toJson()
  .filter(isDefinition)
  .flatMap((definition) => ownedDefinitions(definition, []));

const whats = (...all: readonly KindDescriptors[]) =>
  descriptorFindings({ ...bundle, descriptors: all }, owned).map(({ what }) => what);

describe('the description of a field', () => {
  it('the description of a field that consoles show is accepted', () => {
    const words = {
      spec: { size: { displayName: 'Boards' }, resources: {} },
      status: { url: {} },
      actions: { size: {} },
    };
    assert.deepEqual(whats(descriptors(Shelf, words)), []);
  });

  it('the description of a field inside of requests and limits, which consoles show as one, is refused', () => {
    assert.deepEqual(whats(descriptors(Shelf, { spec: { 'resources.limits': { displayName: 'Most' } } })), [
      'bundle.descriptors has spec.resources.limits of Shelf.example.com/v1',
    ]);
  });

  it('the description of a missing field is refused', () => {
    const unchecked = { of: Shelf.definition, spec: { sise: {} }, status: { size: {} }, actions: { url: {} } };
    assert.deepEqual(whats(unchecked), [
      'bundle.descriptors has spec.sise of Shelf.example.com/v1',
      'bundle.descriptors has status.size of Shelf.example.com/v1',
      'bundle.descriptors has spec.url of Shelf.example.com/v1',
    ]);
  });

  it('a second description for the same version of a kind is refused', () => {
    const first = descriptors(Shelf, { spec: { size: { displayName: 'Boards' } } });
    assert.deepEqual(whats(first, descriptors(Shelf, { status: { url: {} } })), [
      'bundle.descriptors has Shelf.example.com/v1 twice',
    ]);
  });
});

describe('the description of a kind', () => {
  const words = { ...bundle, descriptors: [descriptors(Cache, {})], internalKinds: [Cache] };

  it('the description of a kind of the operator is accepted', () => {
    assert.deepEqual(unownedKindFindings(words, [ownedCache]), []);
  });

  it('the description of a kind is refused if the operator doesn’t have that version', () => {
    for (const others of [[], [{ ...ownedCache, version: 'v2' }]]) {
      assert.deepEqual(
        unownedKindFindings(words, others).map(({ what }) => what),
        [
          "bundle.descriptors has WebCache.example.com/v1, which the operator doesn't provide",
          "bundle.internalKinds has WebCache.example.com/v1, which the operator doesn't provide",
        ],
      );
    }
  });
});
