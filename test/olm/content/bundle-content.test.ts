import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BundleContent } from '../../../lib/olm/content/index.ts';

const content = (files: Readonly<Record<string, string>>) =>
  new BundleContent(new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)])));

const csv = 'apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {name: cache.v1.0.0}\n';

describe('the content of a bundle', () => {
  it('a bundle has the manifests by the names of their files, the first document of each', () => {
    const { manifests, manifestDocuments } = content({
      'manifests/b.yml': 'kind: B\n---\nkind: C\n',
      'manifests/a.json': '{"kind": "A"}',
      'manifests/.hidden.yaml': 'kind: Hidden\n',
      'manifests/deeper/d.yaml': 'kind: D\n',
      'manifests/notes.txt': 'kind: Text\n',
      'e.yaml': 'kind: E\n',
    });
    assert.deepEqual(
      manifests.map((manifest) => manifest.at('kind').text),
      ['A', 'B'],
    );
    assert.equal(manifestDocuments.length, 3);
  });

  it('a bundle distinguishes kinds of one name by their groups, whatever their versions are', () => {
    const bundle = content({
      'manifests/a.yaml': 'apiVersion: example.com/v2\nkind: Service\n',
      'manifests/b.yaml': 'apiVersion: v1\nkind: Service\n',
    });
    assert.deepEqual(
      bundle.manifestsOf('', 'Service').map(({ file }) => file),
      ['manifests/b.yaml'],
    );
    assert.deepEqual(
      bundle.manifestsOf('example.com', 'Service').map(({ file }) => file),
      ['manifests/a.yaml'],
    );
  });

  it('a bundle has annotations, dependencies and properties from any file of metadata/', () => {
    const bundle = content({
      'metadata/about.yaml': 'annotations: {a: b}\nproperties: [{type: p}]\n',
      'metadata/needs.yaml': 'dependencies: [{type: d}]\n',
    });
    assert.equal(bundle.annotations.at('a').text, 'b');
    assert.equal(bundle.annotations.at('a').path, 'annotations.a');
    assert.equal(bundle.dependencies.items[0]?.at('type').file, 'metadata/needs.yaml');
    assert.equal(bundle.properties.items[0]?.at('type').path, 'properties[0].type');
  });

  it('a bundle has places for missing content', () => {
    const bundle = content({});
    assert.ok(bundle.clusterServiceVersion.isAbsent);
    assert.deepEqual([bundle.annotations.file, bundle.annotations.path], ['metadata/annotations.yaml', 'annotations']);
    assert.deepEqual(bundle.examples, []);
    assert.deepEqual(bundle.documentsOf('tests/scorecard/config.yaml'), []);
  });

  it('a bundle has the examples of the ClusterServiceVersion with their places, under either name', () => {
    const named = (name: string) =>
      content({ 'manifests/csv.yaml': csv.replace('{name', `{annotations: {${name}: '[{"kind": "A"}]'}, name`) });
    for (const name of ['alm-examples', 'olm.examples']) {
      const [example] = named(name).examples;
      assert.equal(example?.at('kind').text, 'A');
    }
    assert.equal(named('alm-examples').examples[0]?.path, 'metadata.annotations.alm-examples[0]');
  });

  it('a bundle reports a manifest that can’t be read', () => {
    assert.ok(content({ 'manifests/a.yaml': 'a: [' }).hasUnreadableManifest);
    assert.ok(!content({ 'manifests/a.yaml': csv }).hasUnreadableManifest);
  });
});
