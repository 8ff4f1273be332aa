import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { z } from 'zod';
import { Controller, CustomResource, Operator } from '../../../../lib/index.ts';
import { ownedDefinitions } from '../../../../lib/olm/bundle/definition/owned-definition.ts';
import { Cache } from '../cache-operator.ts';

class Site extends CustomResource({ group: 'example.com', version: 'v1', kind: 'Site', spec: z.object({}) }) {}

const operator = new Operator(new App(), 'site-operator', { version: '1.0.0', image: 'example.com/site-operator:1' });
const watches = [{ kind: k8s.KubePod, map: () => [] }] as const;
new Controller(operator, 'Sites', { for: Site, owns: [Cache, k8s.KubeDeployment], watches, render: () => undefined });
new Controller(operator, 'MoreSites', {
  for: Site,
  owns: [k8s.KubeDeployment],
  uses: [
    { kind: k8s.KubeJob, verbs: ['create'] },
    { kind: k8s.KubeNode, verbs: ['get'] },
  ],
  render: () => undefined,
});
new Controller(operator, 'Caches', { for: Cache, owns: [k8s.KubeSecret], render: () => undefined });

function version(name: string, served: boolean) {
  return { name, served, schema: { openAPIV3Schema: { type: 'object', description: `Sites, ${name}.` } } } as const;
}

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'sites.example.com' },
  spec: {
    group: 'example.com',
    names: { kind: 'Site', plural: 'sites' },
    versions: [version('v1', true), version('v1beta1', true), version('v1alpha1', false)],
  },
};

const named = { displayName: 'Servers' };
const withSpec = {
  ...definition,
  spec: {
    ...definition.spec,
    versions: [
      {
        name: 'v1',
        served: true,
        subresources: { scale: { specReplicasPath: '.spec.hosts' } },
        schema: { openAPIV3Schema: { properties: { spec: { properties: { hosts: { type: 'integer' } } } } } },
      },
    ],
  },
} as const;

describe('the description of a kind', () => {
  const owned = ownedDefinitions(definition, Controller.in(operator));

  it('a kind is described once for each served version', () => {
    assert.deepEqual(
      owned.map(({ version, description }) => ({ version, description })),
      [
        { version: 'v1', description: 'Sites, v1.' },
        { version: 'v1beta1', description: 'Sites, v1beta1.' },
      ],
    );
  });

  it('the description of a kind has its author’s texts, in the version that they describe', () => {
    const [words] = ownedDefinitions(
      withSpec,
      [],
      [{ of: Site.definition, spec: { hosts: named }, status: {}, actions: {} }],
    );
    assert.deepEqual(
      words?.specDescriptors.map(({ displayName }) => displayName),
      ['Servers'],
    );
    const other = { ...Site.definition, version: 'v2' };
    const [silent] = ownedDefinitions(withSpec, [], [{ of: other, spec: { hosts: named }, status: {}, actions: {} }]);
    assert.deepEqual(
      silent?.specDescriptors.map(({ displayName }) => displayName),
      ['Hosts'],
    );
  });

  it('the description of a kind has an action for its scaled field', () => {
    const [scaled, ...others] = ownedDefinitions(withSpec, []);
    assert.deepEqual(others, []);
    assert.deepEqual(
      scaled?.actionDescriptors?.map(({ path, displayName }) => `${path}: ${displayName}`),
      ['hosts: Scale'],
    );
    assert.equal('actionDescriptors' in (owned[0] ?? {}), false);
  });

  it('a described kind names each owned, watched and created kind once, custom kinds by their definition', () => {
    assert.deepEqual(owned[0]?.resources, [
      { name: 'webcaches.example.com', kind: 'WebCache', version: 'v1' },
      { name: '', kind: 'Deployment', version: 'v1' },
      { name: '', kind: 'Pod', version: 'v1' },
      { name: '', kind: 'Job', version: 'v1' },
    ]);
  });
});
