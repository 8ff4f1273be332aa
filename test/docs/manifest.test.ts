// Tests the manifests and settings in YAML that documents show.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import { app } from '../../apps/app.ts';
import { definitionKind, type KubernetesObject } from '../../lib/api/index.ts';
import { catalogRoot } from '../../lib/cli/catalog/catalog-directory.ts';
import { readAcceptances } from '../../lib/cli/upgrade/acceptance-file.ts';
import { Operator } from '../../lib/constructs/index.ts';
import { fieldsIn, textAt } from '../../lib/schema/index.ts';
import { EmbeddedCluster } from '../../lib/testing/index.ts';

const directory = fileURLToPath(new URL('./manifest/', import.meta.url));
const text = (file: string) => readFile(`${directory}${file}`, 'utf8');

/** The files that are not custom resources of the apps. */
const others = ['accepted.yaml', 'catalog-source.yaml', 'cluster-catalog.yaml'];

describe('a custom resource in the documents', () => {
  let cluster: EmbeddedCluster;

  before(async () => {
    cluster = await EmbeddedCluster.start();
    const manifests: readonly KubernetesObject[] = Operator.in(app).flatMap((operator) => operator.toJson());
    const definitions = manifests.filter(({ kind }) => kind === definitionKind.kind);
    // No webhook server runs here, and all objects are in the stored version.
    await cluster.apply(
      ...definitions.map((each) => ({ ...each, spec: { ...fieldsIn(each.spec), conversion: { strategy: 'None' } } })),
    );
  });

  after(() => cluster?.stop());

  it('custom resources in the documents are valid', async () => {
    const files = (await readdir(directory)).filter((file) => !others.includes(file));
    assert.ok(files.length > 0);
    for (const file of files) {
      const resources = parseAllDocuments(await text(file)).map((document) => document.toJS() as KubernetesObject);
      await cluster.apply(...resources);
    }
  });
});

describe('another manifest in the documents', () => {
  it('catalog sources in the documents name the directory and the image of a catalog', async () => {
    const source: unknown = parse(await text('catalog-source.yaml'));
    assert.equal(textAt(source, 'spec.grpcPodConfig.extractContent.catalogDir'), `/${catalogRoot}`);
    const catalog: unknown = parse(await text('cluster-catalog.yaml'));
    assert.equal(textAt(catalog, 'spec.source.image.ref'), textAt(source, 'spec.image'));
  });

  it('the list of accepted findings in the documents can be read', async () => {
    assert.equal((await readAcceptances(`${directory}accepted.yaml`)).length, 1);
  });
});
