// The complete CRDs of four publishers: their modules compile and validate objects.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { App, Chart } from 'cdk8s';
import type { JsonObject, ResourceValidation } from '../../lib/api/index.ts';
import { readSourceDocuments } from '../../lib/cli/source/source-document.ts';
import { type ImportedKind, isAnyDefinition } from '../../lib/import/index.ts';
import { type Publisher, publishedDefinitions, publishers } from './definitions/published-definition.ts';
import { Project } from './project.ts';
import { publishedSamples } from './published-sample.ts';

/** The members of an imported class that these tests use. */
interface ImportedClass {
  new (scope: Chart, id: string, props: object): object;
  validate(input: object): ResourceValidation;
}

describe('the definitions of publishers', () => {
  let project: Project;
  const kinds = new Map<string, ImportedKind>();

  before(async () => {
    project = await Project.create();
    const definitions = await Promise.all(publishers.map(definitionsOf));
    for (const imported of await project.import(definitions.flat())) {
      kinds.set(`${imported.folder}/${imported.kind.kind}`, imported);
    }
  });

  after(() => project[Symbol.asyncDispose]());

  it('all kinds of the publishers’ definitions are imported', () => {
    assert.deepEqual([...kinds.keys()].toSorted(), Object.keys(publishedSamples).toSorted());
  });

  it('modules of published definitions compile, and so does a user’s code for each kind', async () => {
    const uses = Object.entries(publishedSamples).map(([kind, spec], index) => {
      const [, folder = '', name = ''] = /^(.*)\/(\w+)$/.exec(kind) ?? [];
      return `import { type ${name}Spec as Spec${index} } from './imports/${folder}/index.ts';\nexport const spec${index}: Spec${index} = ${JSON.stringify(spec)};\n`;
    });
    await project.write('use.ts', uses.join(''));
    assert.equal(await project.compilerErrors(), '');
  });

  for (const [kind, spec] of Object.entries(publishedSamples)) {
    it(`the module of a published definition accepts a ${kind}, and no unknown field`, async () => {
      const imported = await classOf(kind);
      assert.deepEqual(imported.validate({ spec }), { findings: [], unevaluated: [] });
      const { findings } = imported.validate({ spec: { ...spec, noSuchField: 1 } });
      assert.deepEqual(
        findings.map(({ path }) => path),
        ['spec.noSuchField'],
      );
    });
  }

  it('the module of a published definition names the construct and the field of an error at synth', async () => {
    const ServiceMonitor = await classOf('monitoring.coreos.com/v1/ServiceMonitor');
    const app = new App();
    const chart = new Chart(app, 'monitoring');
    new ServiceMonitor(chart, 'App', { spec: { selector: {}, endpoints: [{ interval: 'often' }] } });
    assert.throws(() => app.synthYaml(), /\[monitoring\/App\] spec\.endpoints\[0\]\.interval: must match/);
  });

  async function classOf(kind: string): Promise<ImportedClass> {
    const imported = kinds.get(kind);
    assert.ok(imported);
    const module = await project.load(`imports/${imported.folder}/index.ts`);
    const found = module[imported.kind.kind];
    assert.ok(isImportedClass(found));
    return found;
  }
});

function isImportedClass(value: unknown): value is ImportedClass {
  return typeof value === 'function' && 'validate' in value;
}

async function definitionsOf(publisher: Publisher): Promise<JsonObject[]> {
  const places = await readSourceDocuments(await publishedDefinitions(publisher));
  return places.flatMap(({ value }) => (isAnyDefinition(value) ? [value] : []));
}
