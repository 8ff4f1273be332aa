import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { z } from 'zod';
import { definitionFindings } from '../../../lib/constructs/definition/definition-finding.ts';
import { Controller, CustomResource, Operator, type ResourceDefinitionProps } from '../../../lib/index.ts';

type Words = Partial<ResourceDefinitionProps<z.ZodObject, z.ZodObject>>;

const right = {
  group: 'cache.example.com',
  version: 'v1alpha1',
  kind: 'Memcached',
  spec: z.object({}),
  shortNames: ['mc'],
  categories: ['all'],
};

function findings(words: Words): string[] {
  return [...definitionFindings(CustomResource({ ...right, ...words }).definition)];
}

const label = "write up to 63 lower-case letters, digits and '-' after a letter, such as";

describe('the names of a custom resource', () => {
  it('names of a custom resource that an API server accepts have no findings', () => {
    assert.deepEqual(findings({}), []);
    assert.deepEqual(findings({ kind: 'K8sThing2', version: 'stable', group: 'a.b', plural: 'k8s-things' }), []);
  });

  const wrong: readonly (readonly [Words, string])[] = [
    [
      { group: 'example' },
      "group 'example' is not a domain: write one of your organisation's, such as cache.example.com",
    ],
    [
      { group: 'Example.com' },
      "group 'Example.com' is not a domain: write one of your organisation's, such as cache.example.com",
    ],
    [
      { group: 'cache.k8s.io' },
      "group 'cache.k8s.io' belongs to Kubernetes: write one below a domain of your organisation's",
    ],
    [
      { group: 'kubernetes.io' },
      "group 'kubernetes.io' belongs to Kubernetes: write one below a domain of your organisation's",
    ],
    [{ version: 'V1' }, `version 'V1' is not a valid name: ${label} v1alpha1, v1beta1 or v1`],
    [{ version: '1' }, `version '1' is not a valid name: ${label} v1alpha1, v1beta1 or v1`],
    [
      { kind: 'memcached' },
      "kind 'memcached' is not a valid name of a kind: write up to 59 letters and digits in CamelCase, such as Memcached",
    ],
    [{ plural: 'Memcacheds' }, `plural 'Memcacheds' is not a valid name: ${label} memcacheds`],
    [{ shortNames: ['mc', 'm c'] }, `shortNames[1] 'm c' is not a valid name: ${label} mc`],
    [{ categories: ['All'] }, `categories[0] 'All' is not a valid name: ${label} all`],
    [
      { group: `${'a.'.repeat(122)}b` },
      `the name memcacheds.${'a.'.repeat(122)}b has more than 253 characters: shorten plural or group`,
    ],
    [
      { status: z.object({ conditions: z.array(z.string()) }) },
      'status.conditions is written by the library: leave it out, or give it another name',
    ],
    [
      { status: z.object({ observedGeneration: z.int() }) },
      'status.observedGeneration is written by the library: leave it out, or give it another name',
    ],
  ];

  for (const [words, finding] of wrong) {
    it(`a custom resource is refused: ${finding.slice(0, 80)}`, () => {
      assert.deepEqual(findings(words), [finding]);
    });
  }

  it('synthesis reports an invalid name of a custom resource together with all other findings', () => {
    class Odd extends CustomResource({
      ...right,
      version: 'V1',
      rules: [{ rule: ' ', message: 'never' }],
      spec: z.object({ when: z.date() }),
    }) {}
    const operator = new Operator(new App(), 'cache-operator', { version: '1.0.0', image: 'example.com/cache:1' });
    new Controller(operator, 'Controller', { for: Odd, render: () => undefined });
    assert.throws(() => operator.toJson(), {
      message:
        /\[cache-operator\/Definitions\/Memcached] version 'V1' .+\n.+] spec\.when: .+\n.+] rules: a rule has no/,
    });
  });
});
