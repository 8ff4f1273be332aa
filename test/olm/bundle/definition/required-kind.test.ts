import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiObject } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { requiredDefinitions, requiredKindFindings } from '../../../../lib/olm/bundle/definition/required-kind.ts';
import { Cache, issuer, ownedCache } from '../cache-operator.ts';

class Imported extends ApiObject {
  static readonly GVK = { apiVersion: 'certs.example.com/v1', kind: 'Issuer' };
}
const description = 'Signs certificates.';

describe('a required kind', () => {
  it('a required kind is listed by the name of its definition', () => {
    assert.deepEqual(
      requiredDefinitions([
        { kind: issuer, description },
        { kind: Cache, displayName: 'Caches', description: 'All.' },
      ]),
      [
        {
          name: 'issuers.certs.example.com',
          version: 'v1',
          kind: 'Issuer',
          displayName: 'Issuer',
          description,
        },
        { name: 'webcaches.example.com', version: 'v1', kind: 'WebCache', displayName: 'Caches', description: 'All.' },
      ],
    );
  });

  it('a required kind of another package is accepted, by description or by class', () => {
    const requires = [
      { kind: issuer, description },
      { kind: Cache, description },
    ];
    assert.deepEqual(requiredKindFindings(requires, []), []);
    assert.deepEqual(requiredKindFindings(undefined, [ownedCache]), []);
  });

  for (const [wrong, requires, found] of [
    ['Kubernetes has', [{ kind: k8s.KubeConfigMap, description }], /^bundle\.requires has ConfigMap\.v1: Kubernetes/],
    [
      'the operator brings',
      [{ kind: Cache, description }],
      /WebCache\.example\.com\/v1: the operator provides it itself/,
    ],
    [
      'is there already',
      [
        { kind: issuer, description },
        { kind: issuer, description },
      ],
      /Issuer\.certs\.example\.com\/v1: it is listed already/,
    ],
    ['without a description', [{ kind: Imported, description }], /that name starts with the plural; .* plural: '…'/],
  ] as const) {
    it(`a required kind is refused if it is one that ${wrong}`, () => {
      const [finding, ...others] = requiredKindFindings(requires, [ownedCache]);
      assert.match(`${finding?.what}: ${finding?.why}; ${finding?.remedy}`, found);
      assert.deepEqual(others, []);
    });
  }
});
