import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dryRunObjects } from '../../../../lib/olm/validation/index.ts';
import { goodBundle } from '../corpus/good-bundle.ts';
import { crd } from '../corpus/minimal-bundle.ts';
import { scaffoldedCsv } from '../corpus/scaffolded-bundle.ts';

describe('the objects of an installation', () => {
  const objects = dryRunObjects(goodBundle('scaffolded').content(), 'operators');
  const find = (kind: string) =>
    objects.find(({ object, place }) => object.kind === kind && place.file === scaffoldedCsv) ??
    assert.fail(`no ${kind}`);

  it('a dry run contains the manifests, and the objects that OLM creates from the ClusterServiceVersion', () => {
    const kinds = new Set(objects.map(({ kind }) => kind.kind));
    for (const kind of [
      'ClusterServiceVersion',
      'CustomResourceDefinition',
      'Deployment',
      'ServiceAccount',
      'ClusterRole',
      'ValidatingWebhookConfiguration',
      'MutatingWebhookConfiguration',
    ]) {
      assert.ok(kinds.has(kind), `${kind} is not among ${[...kinds].join(', ')}`);
    }
  });

  it('a dry run contains the examples, whose kinds the cluster may lack', () => {
    const examples = objects.filter(({ isExample }) => isExample);
    assert.deepEqual(
      examples.map(({ kind: { version, plural }, object: { metadata }, isOptional }) => [
        `${version} ${plural} ${metadata.namespace}/${metadata.name}`,
        isOptional,
      ]),
      [
        ['v1 databases operators/database-sample', true],
        ['v1alpha1 databases operators/database-sample', true],
      ],
    );
  });

  it('the objects of a dry run are in the namespace of the installation, unless their kind is in none', () => {
    assert.equal(find('Deployment').object.metadata.namespace, 'operators');
    assert.equal(find('ClusterRole').object.metadata.namespace, undefined);
  });

  it('the objects of a dry run name the places that their fields come from', () => {
    const path = (kind: string, ...field: string[]) => find(kind).placeOf(field).path;
    assert.match(
      path('Deployment', 'spec', 'template', 'spec', 'containers', '0', 'image'),
      /^spec\.install\.spec\.deployments\[0\]\.spec\.template\.spec\.containers\[0\]\.image$/,
    );
    assert.match(path('Deployment', 'metadata', 'name'), /^spec\.install\.spec\.deployments\[0\]\.name$/);
    assert.match(
      path('ClusterRole', 'rules', '0', 'verbs'),
      /^spec\.install\.spec\.clusterPermissions\[0\]\.rules\[0\]\.verbs$/,
    );
    assert.match(path('ServiceAccount', 'metadata', 'name'), /ermissions\[0\]\.serviceAccountName$/);
    const webhook = 'ValidatingWebhookConfiguration';
    assert.match(path(webhook, 'webhooks', '0', 'rules', '0'), /^spec\.webhookdefinitions\[\d\]\.rules\[0\]$/);
    assert.match(path(webhook, 'webhooks', '0', 'clientConfig', 'service', 'path'), /\.webhookPath$/);
    assert.match(path(webhook, 'metadata', 'labels', 'a'), /\.generateName/);
  });

  it('a dry run omits manifests without a name or of an unknown kind', () => {
    const draft = goodBundle('minimal');
    draft.remove(crd, 'metadata.name');
    draft.write('manifests/box.yaml', { apiVersion: 'example.com/v1', kind: 'Box', metadata: { name: 'a' } });
    const kinds = dryRunObjects(draft.content(), 'operators').map(({ kind }) => kind.kind);
    assert.ok(!kinds.includes('CustomResourceDefinition') && !kinds.includes('Box'), kinds.join(', '));
  });
});
