import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { build } from 'esbuild';
import { isJsonObject, type JsonObject } from '../../lib/api/index.ts';
import { ImportError, servedKinds, versionEntryPoint } from '../../lib/import/index.ts';
import { definition, objectSchema } from './definition.ts';
import { importedModules, Project } from './project.ts';

const imported = (...definitions: readonly JsonObject[]) => importedModules(definitions);

const port = { type: 'object', properties: { number: { type: 'integer', minimum: 1 } }, required: ['number'] };

describe('the modules of a kind', () => {
  it('the modules of a kind look as if an author had written them', async () => {
    const [box] = await imported(
      definition({
        schema: {
          type: 'object',
          description: 'A Box holds things.',
          required: ['spec'],
          properties: {
            apiVersion: { type: 'string' },
            kind: { type: 'string' },
            metadata: { type: 'object' },
            spec: {
              type: 'object',
              description: 'The wanted state.',
              required: ['ports', 'size'],
              properties: {
                size: { type: 'integer', minimum: 1, maximum: 5, default: 3, description: 'The size of the box.' },
                mode: { type: 'string', enum: ['fast', 'safe'], description: 'Deprecated: use size.' },
                ports: {
                  type: 'array',
                  items: port,
                  'x-kubernetes-list-type': 'map',
                  'x-kubernetes-list-map-keys': ['number'],
                },
                extra: { type: 'object', additionalProperties: port },
                'max-load': { 'x-kubernetes-int-or-string': true, pattern: '^[0-9]+%?$' },
              },
              'x-kubernetes-validations': [{ rule: 'self.size > 1', message: 'size is too small' }],
            },
            status: { type: 'object', properties: { ready: { type: 'boolean' } } },
          },
        },
      }),
    );
    assert.equal(box?.types.replace(/sha256:\w{16}/, 'sha256:…'), boxModule);
    assert.equal(box.schema.replace(/sha256:\w{16}/, 'sha256:…'), boxSchema);
  });

  it('the modules of a kind don’t depend on the fields that an API server adds', async () => {
    const written = definition({ kind: 'One', schema: objectSchema({ a: port }) });
    assert.ok(isJsonObject(written.spec));
    const clientConfig = { caBundle: 'YQ==', service: { name: 'webhook', namespace: 'default' } };
    const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };
    const served = { ...written, spec: { ...written.spec, conversion, preserveUnknownFields: false } };
    assert.deepEqual(await imported(served), await imported(written));
  });

  it('the modules of a kind don’t depend on the order of definitions and of their fields', async () => {
    const fields = { a: port, b: { type: 'object', properties: { c: port } } };
    const reversed = Object.fromEntries(Object.entries(fields).toReversed());
    const one = definition({ kind: 'One', schema: objectSchema(fields) });
    const other = definition({ kind: 'Other', schema: objectSchema(fields) });
    const again = definition({ kind: 'Other', schema: objectSchema(reversed) });
    assert.deepEqual(await imported(again, one), await imported(one, other));
    assert.deepEqual(await imported(other, one, again), await imported(one, other));
  });

  it('types are named after their path, and keep these names when fields are added elsewhere', async () => {
    const names = async (fields: JsonObject) => {
      const [box] = await imported(definition({ schema: objectSchema(fields) }));
      return [...(box?.types ?? '').matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name);
    };
    const fields = { listeners: { type: 'array', items: port }, policy: { type: 'object', properties: { port } } };
    const before = await names(fields);
    assert.deepEqual(before, ['BoxProps', 'BoxSpec', 'BoxSpecListener', 'BoxSpecPolicy', 'BoxSpecPolicyPort']);
    const added = await names({ ...fields, address: { type: 'object', properties: { port } }, zone: port });
    assert.deepEqual(
      before.filter((name) => !added.includes(name)),
      [],
    );
  });

  it('two places with the same fields have one type, under both names', async () => {
    const [box] = await imported(definition({ schema: objectSchema({ one: port, two: port }) }));
    assert.match(box?.types ?? '', /export interface BoxSpecOne \{/);
    assert.match(box?.types ?? '', /export type BoxSpecTwo = BoxSpecOne;/);
  });

  it('the entry point exports the types of a kind’s outermost fields, whatever descriptions contain', async () => {
    const boxOf = async (...descriptions: readonly string[]) => {
      const [ofKind = '', ofSpec = '', ofField = ''] = descriptions;
      const inner = { type: 'object', description: ofField, properties: { size: port } };
      const spec = { type: 'object', description: ofSpec, properties: { inner } };
      const status = { type: 'object', properties: { port } };
      const schema = { type: 'object', description: ofKind, properties: { spec, status } };
      const [box] = await imported(definition({ schema }));
      return versionEntryPoint('example.com/v1', new Map([['box.ts', box?.types ?? '']]), { extension: '.ts' });
    };
    const plain = await boxOf();
    assert.match(
      plain,
      /export \{\n {2}Box,\n {2}type BoxProps,\n {2}type BoxSpec,\n {2}type BoxStatus,\n\} from '\.\/box\.ts';/,
    );
    assert.equal(await boxOf("Don't write `new Box<T>({`."), plain);
    assert.equal(
      await boxOf('', 'See `of<BoxSpecInner>({`.\n\nBoxSpecInnerSize is a type.', 'export class Other'),
      plain,
    );
  });

  it('imported types accept the values that API servers accept for open, nullable and rounded fields', async () => {
    const fields = {
      open: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true },
      pod: {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        properties: { kind: { type: 'string', enum: ['Pod'] } },
      },
      mode: { type: 'string', nullable: true, enum: ['fast', 'safe'] },
      none: { type: 'string', nullable: true, enum: ['one', null] },
      size: { type: 'integer', enum: [1, Number('9007199254740993')] },
    };
    const [box] = await imported(definition({ schema: objectSchema(fields) }));
    const types = box?.types ?? '';
    assert.match(
      types,
      /interface BoxSpecOpen \{\n {2}readonly a\?: string;\n {2}readonly \[key: string\]: unknown;\n/,
    );
    assert.match(types, /readonly kind: 'Pod';/);
    assert.match(types, /readonly mode\?: 'fast' \| 'safe';/);
    assert.match(types, /readonly none\?: 'one';/);
    assert.match(types, /readonly size\?: 1 \| number;/);
  });

  it('modules of kinds avoid file names that are devices on Windows', async () => {
    const files = await imported(
      ...['Con', 'NUL', 'Aux', 'Com1', 'Console'].map((kind) => definition({ kind, schema: objectSchema({}) })),
    );
    assert.deepEqual(files.map(({ file }) => file).toSorted(), ['aux2', 'com12', 'con2', 'console', 'nul2']);
  });

  it('a version of a kind that is not served has no imported module', async () => {
    const { spec, ...rest } = definition({ schema: objectSchema({}) });
    const [version] = (spec as { versions: JsonObject[] }).versions;
    const versions = [
      { ...version, name: 'v1' },
      { ...version, name: 'v1beta1', served: false },
      { ...version, name: 'v2', deprecated: true, deprecationWarning: 'use v1' },
    ];
    const all = await imported({ ...rest, spec: { ...(spec as JsonObject), versions } });
    assert.deepEqual(
      all.map(({ folder }) => folder),
      ['example.com/v1', 'example.com/v2'],
    );
    assert.match(all[1]?.types ?? '', /@deprecated use v1/);
  });

  it('modules without descriptions omit all texts of their publisher, and nothing else', async () => {
    const sentence = 'Text of its publisher.';
    const rule = { rule: 'self.size < 9', message: sentence, messageExpression: `'${sentence}'` };
    const size = { type: 'integer', description: sentence, title: sentence, example: sentence, maximum: 9, default: 1 };
    const fields = {
      size,
      description: { type: 'string', description: `${sentence}\n\nDeprecated: ${sentence}` },
      lists: { type: 'array', description: sentence, items: { type: 'object', properties: { size } } },
    };
    const { spec, ...rest } = definition({
      schema: { ...objectSchema(fields), description: sentence, 'x-kubernetes-validations': [rule] },
    });
    const [version] = (spec as { versions: JsonObject[] }).versions;
    const versions = [{ ...version, deprecated: true, deprecationWarning: sentence }];
    const wordy = { ...rest, spec: { ...(spec as JsonObject), versions } };
    const [box] = await importedModules([wordy], { extension: '.ts', omitsDescriptions: true });
    const { types = '', schema = '' } = box ?? {};
    assert.doesNotMatch(`${types}${schema}`, /publisher/);
    assert.match(types, /^\/\/ Written by `operand import --omit-descriptions` from boxes\.example\.com, /);
    assert.match(types, /At most 9\.\n {3}\*\n {3}\* @default 1\n/);
    assert.match(types, /\/\*\* @deprecated \*\/\n {2}readonly description\?: string;/);
    assert.match(types, /@deprecated This version is deprecated\./);
    assert.match(schema, /\{"rule":"self\.size < 9"\}/);
    assert.match(schema, /"description":\{"type":"string"\}/);
  });

  it('a bundle contains no code of imported kinds that its program doesn’t use', async () => {
    await using project = await Project.create();
    await project.import(
      ['One', 'Other'].map((kind) => definition({ kind, schema: objectSchema({ [`of${kind}`]: port }) })),
    );
    await project.write('main.ts', "import { One } from './imports/example.com/v1/index.ts';\nconsole.log(One);\n");
    const { outputFiles } = await build({
      entryPoints: [`${project.directory}/main.ts`],
      bundle: true,
      write: false,
      format: 'esm',
      external: ['operand'],
    });
    const text = outputFiles[0]?.text ?? '';
    assert.ok(text.includes('ofOne'));
    assert.ok(!text.includes('ofOther'));
  });
});

describe('a definition that can’t be imported', () => {
  const refusals: Readonly<Record<string, JsonObject>> = {
    'apiVersion: "apiextensions.k8s.io/v1beta1" is not served since Kubernetes 1.22: use a release whose definitions are apiextensions.k8s.io/v1':
      { apiVersion: 'apiextensions.k8s.io/v1beta1', kind: 'CustomResourceDefinition' },
    'spec: there is no spec': { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
    'spec.versions: there is no list of versions': changed({ versions: 'v1' }),
    'spec.versions[0].schema: there is no schema': changed({ versions: [{ name: 'v1', served: true }] }),
    'spec.names.kind: there is no kind': changed({ names: { plural: 'boxes' } }),
    'spec.group: "../../etc" is not a name that API servers accept': changed({ group: '../../etc' }),
    'spec.names.plural: "a\\nb" is not a name that API servers accept': changed({
      names: { plural: 'a\nb', kind: 'A' },
    }),
    'spec.names.kind: "*/" is not a name that API servers accept': changed({ names: { plural: 'a', kind: '*/' } }),
    'spec.versions[0].name: "../v1" is not a name that API servers accept': changed({
      versions: [{ name: '../v1', served: true, schema: { openAPIV3Schema: {} } }],
    }),
    'spec.scope: Everywhere is not a scope: write Namespaced or Cluster': changed({ scope: 'Everywhere' }),
  };

  for (const [sentence, wrong] of Object.entries(refusals)) {
    it(`a definition is refused: ${sentence}`, () => {
      assert.throws(
        () => servedKinds(wrong),
        (error) => ImportError.is(error) && `${error.path}: ${error.message}` === sentence,
      );
    });
  }

  it('a definition that is nested too deeply is refused', () => {
    const schema = JSON.parse(`${'{"properties":{"a":'.repeat(1000)}{}${'}}'.repeat(1000)}`);
    assert.throws(
      () => servedKinds(definition({ schema })),
      (error) => ImportError.is(error) && error.message.startsWith('it is nested more than 500 times'),
    );
  });

  it('two definitions of one kind that differ are refused', async () => {
    const one = definition({ schema: objectSchema({ a: port }) });
    const other = definition({ schema: objectSchema({ b: port }) });
    await assert.rejects(imported(one, other), /Box of example.com\/v1 has two definitions that differ/);
  });

  function changed(spec: JsonObject): JsonObject {
    const good = definition({ schema: objectSchema({}) });
    return { ...good, spec: { ...(good.spec as JsonObject), ...spec } };
  }
});

const boxModule = `// Written by \`operand import\` from boxes.example.com, sha256:…. Don't edit it: import it again.

import { ImportedResource, type ImportedResourceProps } from 'operand';
import { schema } from './box.schema.ts';

/** The fields of a Box. */
export interface BoxProps extends ImportedResourceProps {
  /**
   * The wanted state.
   *
   * Rule: size is too small
   */
  readonly spec: BoxSpec;
}

/** A Box holds things. */
export class Box extends /* @__PURE__ */ ImportedResource<BoxProps, BoxStatus>({
  group: 'example.com',
  version: 'v1',
  kind: 'Box',
  plural: 'boxes',
  scope: 'Namespaced',
  schema,
}) {}

/** \`spec\` of a Box. */
export interface BoxSpec {
  readonly extra?: { readonly [key: string]: BoxSpecExtraValue };
  /** Pattern: \`^[0-9]+%?$\`. */
  readonly 'max-load'?: number | string;
  /** @deprecated use size. */
  readonly mode?: 'fast' | 'safe';
  /** One item for each number. */
  readonly ports: readonly BoxSpecPort[];
  /**
   * The size of the box.
   *
   * At least 1.
   * At most 5.
   *
   * @default 3
   */
  readonly size?: number;
}

/** \`spec.extra{}\` of a Box. */
export interface BoxSpecExtraValue {
  /** At least 1. */
  readonly number: number;
}

/** \`status\` of a Box. */
export interface BoxStatus {
  readonly ready?: boolean;
}

// The same fields in other places

export type BoxSpecPort = BoxSpecExtraValue;
`;

const boxSchema = `// Written by \`operand import\` from boxes.example.com, sha256:…. Don't edit it: import it again.

/** The schema of objects of kind Box. */
export const schema: string =
  '{"properties":{"apiVersion":{"type":"string"},"kind":{"type":"string"},"metadata":{"type":"object"},"spec":{"properties":{"extra":{"additionalProperties":{"properties":{"number":{"minimum":1,"type":"integer"}},"required":["number"],"type":"object"},"type":"object"},"max-load":{"pattern":"^[0-9]+%?$","x-kubernetes-int-or-string":true},"mode":{"enum":["fast","safe"],"type":"string"},"ports":{"items":{"properties":{"number":{"minimum":1,"type":"integer"}},"required":["number"],"type":"object"},"type":"array","x-kubernetes-list-map-keys":["number"],"x-kubernetes-list-type":"map"},"size":{"default":3,"maximum":5,"minimum":1,"type":"integer"}},"required":["ports","size"],"type":"object","x-kubernetes-validations":[{"message":"size is too small","rule":"self.size > 1"}]}},"required":["spec"],"type":"object"}';
`;
