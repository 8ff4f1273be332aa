import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { z } from 'zod';
import { CustomResource, type Kind, resolveKind, UnknownKindError } from '../../../lib/api/index.ts';

class Shelf extends CustomResource({ group: 'example.com', version: 'v1', kind: 'Shelf', spec: z.object({}) }) {}

describe('a reference to a kind', () => {
  it('is the class of a custom resource', () => {
    assert.equal(resolveKind(Shelf), Shelf.definition);
  });

  it('is a cdk8s class of a built-in kind', () => {
    assert.deepEqual(resolveKind(k8s.KubeIngress), {
      group: 'networking.k8s.io',
      version: 'v1',
      kind: 'Ingress',
      plural: 'ingresses',
      scope: 'Namespaced',
    });
  });

  it('is a description', () => {
    const kind: Kind = { group: 'other.com', version: 'v1', kind: 'Other', plural: 'others', scope: 'Cluster' };
    assert.equal(resolveKind(kind), kind);
  });

  it('is refused, with what to write, when nobody knows plural and scope', () => {
    const foreign = { GVK: { apiVersion: 'foreign.com/v1', kind: 'Foreign' }, prototype: {} };
    assert.throws(
      () => resolveKind(foreign),
      (error) =>
        UnknownKindError.is(error) &&
        error.code === 'unknown-kind' &&
        error.message ===
          'Foreign.foreign.com/v1 is not a built-in kind: describe it as ' +
            "{ group: 'foreign.com', version: 'v1', kind: 'Foreign', plural: '…', scope: 'Namespaced' }",
    );
  });
});
