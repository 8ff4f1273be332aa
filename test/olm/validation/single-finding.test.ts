// One mistake that several rules or places could report: it is reported once.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { validate } from '../../../lib/olm/index.ts';
import type { BundleDraft } from './corpus/bundle-draft.ts';
import { type GoodBundleName, goodBundle } from './corpus/good-bundle.ts';
import { crd, csv } from './corpus/minimal-bundle.ts';
import { metricsService, scaffoldedCrd, scaffoldedCsv } from './corpus/scaffolded-bundle.ts';

const deployments = 'spec.install.spec.deployments';
const webhooks = 'spec.webhookdefinitions';

function findings(base: GoodBundleName, edit: (draft: BundleDraft) => void): string[] {
  const draft = goodBundle(base);
  edit(draft);
  return validate(draft.content()).map(({ rule, path }) => `${rule} ${path}`);
}

describe('one mistake', () => {
  it('only the one webhook whose port differs from the others has a finding', () => {
    const ports = `${deployments}[0].spec.template.spec.containers[0].ports`;
    const found = findings('scaffolded', (draft) => {
      draft.append(scaffoldedCsv, ports, { name: 'validate', containerPort: 9444 });
      draft.set(scaffoldedCsv, `${webhooks}[0].targetPort`, 9444);
    });
    assert.deepEqual(found, [`webhook-port-conflict ${webhooks}[0].targetPort`]);
  });

  it('an empty webhook has one finding', () => {
    const found = findings('minimal', (draft) => draft.set(csv, webhooks, [null]));
    assert.equal(found.length, 1, found.join('\n'));
  });

  it('an empty kind among those that the operator owns or requires has one finding, since opm crashes', () => {
    for (const item of ['owned[1]', 'required[0]']) {
      const path = `spec.customresourcedefinitions.${item}`;
      const found = findings('minimal', (draft) => draft.append(csv, path.replace(/\[.*/, ''), null));
      assert.deepEqual(found, [`owned-name ${path}`]);
    }
  });

  it('two Deployments that select each other’s pods have one finding', () => {
    const found = findings('minimal', (draft) => {
      draft.append(csv, deployments, draft.get(csv, `${deployments}[0]`));
      draft.set(csv, `${deployments}[1].name`, 'cache-operator-webhook');
    });
    assert.deepEqual(found, [`deployment-overlap ${deployments}[0].spec.selector`]);
  });

  it('a Service of webhooks whose port no container declares has one finding', () => {
    const found = findings('scaffolded', (draft) => {
      const ports = `${deployments}[0].spec.template.spec.containers[0].ports`;
      draft.set(scaffoldedCsv, ports, [{ name: 'https', containerPort: 8443 }]);
      draft.write('manifests/webhook-service.yaml', {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'webhook-service' },
        spec: { ports: [{ port: 443, targetPort: 9443 }], selector: draft.get(metricsService, 'spec.selector') },
      });
    });
    assert.deepEqual(found, ['webhook-service metadata.name']);
  });

  it('an example with a map in the place of a number has one finding', () => {
    const found = findings('minimal', (draft) =>
      draft.set(
        csv,
        'metadata.annotations.alm-examples',
        JSON.stringify([
          {
            apiVersion: 'cache.example.com/v1',
            kind: 'Cache',
            metadata: { name: 'small' },
            spec: { size: { min: 2 } },
          },
        ]),
      ),
    );
    assert.deepEqual(found, ['example-value metadata.annotations.alm-examples[0].spec.size']);
  });

  it('a misspelt required field has one finding', () => {
    const found = findings('minimal', (draft) => {
      draft.set(csv, 'spec.installMode', draft.get(csv, 'spec.installModes'));
      draft.remove(csv, 'spec.installModes');
    });
    assert.deepEqual(found, ['field-unknown spec.installMode']);
  });

  it('the image of the only container, which catalogs name as well, has one finding', () => {
    const image = `${deployments}[0].spec.template.spec.containers[0].image`;
    const found = findings('minimal', (draft) => draft.set(csv, image, 'example.com/Caches/cache-operator:1.2.0'));
    assert.deepEqual(found, [`container-image ${image}`]);
  });

  it('missing rights to several kinds have one finding', () => {
    const rules = 'spec.install.spec.clusterPermissions[0].rules';
    const found = findings('minimal', (draft) => {
      const group = 'cache.example.com';
      const second = Object(draft.get(crd, 'spec'));
      draft.write('manifests/mirrors.yaml', {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: `mirrors.${group}` },
        spec: { ...second, names: { kind: 'Mirror', listKind: 'MirrorList', plural: 'mirrors', singular: 'mirror' } },
      });
      const list = 'spec.customresourcedefinitions.owned';
      draft.append(csv, list, { ...Object(draft.get(csv, `${list}[0]`)), kind: 'Mirror', name: `mirrors.${group}` });
      draft.set(csv, rules, [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }]);
    });
    assert.deepEqual(found, ['example-missing metadata.annotations.alm-examples', `access-owned ${rules}`].toSorted());
  });

  it('kinds that all lack texts for users have one finding for each kind of text', () => {
    const list = 'spec.customresourcedefinitions.owned';
    const found = findings('minimal', (draft) => {
      draft.append(csv, list, { ...Object(draft.get(csv, `${list}[0]`)), version: 'v2' });
      draft.append(crd, 'spec.versions', {
        ...Object(draft.get(crd, 'spec.versions[0]')),
        name: 'v2',
        storage: false,
      });
      for (const index of [0, 1]) draft.remove(csv, `${list}[${index}].resources`);
      for (const field of ['displayName', 'description']) draft.remove(csv, `${list}[1].${field}`);
    });
    assert.deepEqual(found, [`owned-words ${list}[1].displayName`, `owned-resources ${list}[0].resources`]);
  });

  it('an invalid name of an example has one finding', () => {
    const found = findings('minimal', (draft) => draft.replace(csv, '"name": "small"', '"name": "small_cache"'));
    assert.deepEqual(found, ['example-name metadata.annotations.alm-examples[0].metadata.name']);
  });

  it('a version that isn’t served for any resource of a webhook has one finding', () => {
    const found = findings('scaffolded', (draft) => {
      draft.set(scaffoldedCsv, `${webhooks}[2].rules[0].resources`, ['databases', 'databases/status']);
      draft.set(scaffoldedCsv, `${webhooks}[2].rules[0].apiVersions`, ['v9']);
    });
    assert.deepEqual(found, [`webhook-rule-resource ${webhooks}[2].rules[0].apiVersions`]);
  });

  it('a version without the subresource that a webhook names has one finding', () => {
    const found = findings('scaffolded', (draft) => {
      for (const index of [0, 1]) draft.remove(scaffoldedCrd, `spec.versions[${index}].subresources`);
      draft.append(scaffoldedCsv, `${webhooks}[2].rules[0].resources`, 'databases/status');
    });
    assert.deepEqual(
      found,
      [0, 1].map((index) => `definition-status spec.versions[${index}].subresources.status`),
    );
  });

  it('a release name with a version that has build metadata has one finding', () => {
    const found = findings('minimal', (draft) => {
      draft.set(csv, 'spec.version', '1.2.3+build.5');
      draft.set(csv, 'metadata.name', 'cache-operator.v1.2.3+build.5');
    });
    assert.deepEqual(found, ['release-name metadata.name']);
  });

  it('an invalid name of a Deployment with webhooks has one finding', () => {
    const found = findings('scaffolded', (draft) => {
      draft.set(scaffoldedCsv, `${deployments}[0].name`, 'Mgr');
      for (const index of [0, 1, 2]) draft.set(scaffoldedCsv, `${webhooks}[${index}].deploymentName`, 'Mgr');
    });
    assert.deepEqual(found, [`object-value ${deployments}[0].name`]);
  });

  const version = 'spec.versions[0]';
  const size = `${version}.schema.openAPIV3Schema.properties.spec.properties.size`;
  const list = size.replace(/size$/, 'list');
  const selector = `${deployments}[0].spec.selector`;
  const first = 'metadata.annotations["operatorframework.io/initialization-resource"]';
  const properties = 'metadata.annotations["olm.properties"]';
  const cases: readonly {
    readonly title: string;
    readonly base?: GoodBundleName;
    readonly edit: (draft: BundleDraft) => void;
    readonly found: string;
  }[] = [
    {
      title: 'a resource in an annotation that is not JSON',
      edit: (draft) => draft.set(csv, first, '{'),
      found: `annotation-json ${first}`,
    },
    {
      title: 'properties in an annotation that are not a list',
      edit: (draft) => draft.set(csv, properties, '{}'),
      found: `annotation-json ${properties}`,
    },
    {
      title: 'a conversion of which no install mode is supported',
      base: 'scaffolded',
      edit: (draft) => draft.set(scaffoldedCsv, 'spec.installModes[3].supported', false),
      found: 'install-mode-supported spec.installModes',
    },
    {
      title: 'a definition without a kind',
      edit: (draft) => draft.remove(crd, 'spec.names.kind'),
      found: 'field-missing spec.names.kind',
    },
    {
      title: 'a definition without a plural',
      edit: (draft) => draft.remove(crd, 'spec.names.plural'),
      found: 'field-missing spec.names.plural',
    },
    {
      title: 'a definition of an unknown scope, with webhooks',
      base: 'scaffolded',
      edit: (draft) => draft.set(scaffoldedCrd, 'spec.scope', 'Namespace'),
      found: 'object-choice spec.scope',
    },
    {
      title: 'an owned version whose name is not a label',
      edit: (draft) => draft.set(crd, `${version}.name`, 'V1'),
      found: `object-value ${version}.name`,
    },
    {
      title: 'an owned version that may be served or not',
      edit: (draft) => draft.remove(crd, `${version}.served`),
      found: `field-missing ${version}.served`,
    },
    {
      title: 'a Deployment without a selector',
      edit: (draft) => draft.remove(csv, selector),
      found: `field-missing ${selector}`,
    },
    {
      title: 'a schema with two types',
      edit: (draft) => draft.set(crd, `${size}.type`, ['integer', 'null']),
      found: `definition-schema ${size}.type`,
    },
    {
      title: 'a schema that refers to another one',
      edit: (draft) => draft.set(crd, size, { $ref: '#/definitions/size' }),
      found: `definition-schema ${size}.$ref`,
    },
    {
      title: 'a schema that is text',
      edit: (draft) => draft.set(crd, list, 'string'),
      found: `definition-schema ${list}`,
    },
    {
      title: 'an unknown type of a selectable field',
      edit: (draft) => {
        draft.set(crd, list, { type: 'text' });
        draft.set(crd, `${version}.selectableFields`, [{ jsonPath: '.spec.list' }]);
      },
      found: `definition-schema ${list}.type`,
    },
    {
      title: 'a status in an example that is neither text nor a choice',
      edit: (draft) =>
        draft.replace(csv, '"spec"', '"status": {"conditions": [{"type": "Ready", "status": true}]}, "spec"'),
      found: 'example-value metadata.annotations.alm-examples[0].status.conditions[0].status',
    },
    {
      title: 'a misspelt type of a list',
      edit: (draft) =>
        draft.set(crd, list, {
          type: 'array',
          items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
          'x-kubernetes-list-type': 'Map',
          'x-kubernetes-list-map-keys': ['name'],
        }),
      found: `definition-schema ${list}.x-kubernetes-list-type`,
    },
    {
      title: 'a directory of tests that there is not, in the Dockerfile, too',
      base: 'dependent',
      edit: (draft) =>
        draft.set(
          'metadata/annotations.yaml',
          'annotations["operators.operatorframework.io.test.config.v1"]',
          'tests/score/',
        ),
      found: 'test-annotations annotations["operators.operatorframework.io.test.config.v1"]',
    },
  ];
  for (const { title, base = 'minimal', edit, found } of cases) {
    it(`one mistake has one finding: ${title}`, () => assert.deepEqual(findings(base, edit), [found]));
  }
});

describe('two mistakes', () => {
  it('two mistakes in unrelated rights have two findings', () => {
    const rules = 'spec.install.spec.clusterPermissions[0].rules';
    const found = findings('minimal', (draft) =>
      draft.set(csv, rules, [{ apiGroups: [''], resources: ['pods', 'deployments'], verbs: ['get'] }]),
    );
    assert.deepEqual(found, [`access-owned ${rules}`, `access-resource ${rules}[0].resources[1]`]);
  });

  it('a kind in a misspelt group and another kind without rights have two findings', () => {
    const rules = 'spec.install.spec.clusterPermissions[0].rules';
    const list = 'spec.customresourcedefinitions.owned';
    const found = findings('minimal', (draft) => {
      const definition = Object(draft.get(crd, ''));
      const names = { kind: 'Mirror', listKind: 'MirrorList', plural: 'mirrors', singular: 'mirror' };
      draft.write('manifests/cache.example.com_mirrors.yaml', {
        ...definition,
        metadata: { name: 'mirrors.cache.example.com' },
        spec: { ...definition.spec, names },
      });
      draft.append(csv, list, {
        ...Object(draft.get(csv, `${list}[0]`)),
        kind: 'Mirror',
        name: 'mirrors.cache.example.com',
      });
      draft.set(csv, rules, [{ apiGroups: ['cache.exampel.com'], resources: ['caches'], verbs: ['*'] }]);
    });
    assert.deepEqual(
      found.filter((each) => each.startsWith('access-')),
      [`access-owned ${rules}`, `access-group ${rules}[0].apiGroups[0]`],
    );
  });
});
