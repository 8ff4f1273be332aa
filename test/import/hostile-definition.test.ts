// CRDs for which other importers write modules that don't compile.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import ts from 'typescript';
import type { JsonObject } from '../../lib/api/index.ts';
import { type DefinitionOptions, definition, objectSchema } from './definition.ts';
import { Project } from './project.ts';

const text = { type: 'string' };

/** Names with a meaning in JavaScript, TypeScript or JSON Schema, and names without any. */
const fieldNames = [
  ...['default', 'class', 'enum', 'function', 'await', 'yield', 'this', 'null', 'type', 'readonly', 'interface', 'any'],
  ...['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'toJSON', 'then'],
  ...[
    '$ref',
    '$schema',
    '$id',
    'id',
    '$defs',
    'definitions',
    'properties',
    'items',
    'allOf',
    'title',
    'required',
    'tsType',
  ],
  ...['with-dash', 'with.dot', 'with space', 'with"quote', "with'quote", 'with`tick', 'with\\backslash', 'with/slash'],
  ...[
    'with\u2028separator',
    'with\nbreak',
    '*/',
    '/*',
    '//',
    `\${x}`,
    '{',
    '}',
    '?',
    ':',
    '|',
    ';',
    '',
    '1',
    '0x1',
    '1e3',
  ],
  ...['[key: string]', 'é', '日本', '😀', '-', '_', '$', '_x', '$x', 'x_y', 'xY', 'XY', 'x-y', 'x.y'],
];

const values = ['a', "it's", '"', '\\', '\n', '\u2028', '*/', '`', `\${x}`, '', ' ', 'a | b', 'e\u0301', '\ud800'];

/** Each name as a separate field: plain, as an object, and as a list of objects. */
const hostile = objectSchema({
  plain: { type: 'object', properties: each(() => text), required: fieldNames },
  objects: { type: 'object', properties: each((name) => objectOf(name)) },
  lists: { type: 'object', properties: each((name) => ({ type: 'array', items: objectOf(name) })) },
  choice: { type: 'string', enum: values },
  numbers: { type: 'integer', enum: [1, -1, 0] },
  mixed: { enum: ['a', 1, true, null], 'x-kubernetes-preserve-unknown-fields': true },
  listChoice: { type: 'array', items: text, enum: ['a', 'b'] },
  described: {
    type: 'string',
    description: [
      '*/ export const x = 1; /*',
      '@deprecated really',
      '{@link x}',
      '\u202e',
      '\u2028',
      '`',
      `\${x}`,
    ].join('\n'),
    default: '*/',
    pattern: '^[a-z]*/.*`$',
  },
  nothing: { type: 'object' },
  anything: { 'x-kubernetes-preserve-unknown-fields': true },
  matrix: { type: 'array', items: { type: 'array', items: { type: 'array', items: objectOf('cell') } } },
  tables: { type: 'object', additionalProperties: { type: 'object', additionalProperties: objectOf('cell') } },
  perhaps: { type: 'array', nullable: true, items: { type: 'string', enum: ['a', 'b'], nullable: true } },
  number: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
  port: { type: 'array', items: { 'x-kubernetes-int-or-string': true } },
  open: { type: 'object', properties: { known: text }, 'x-kubernetes-preserve-unknown-fields': true },
  embedded: {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
    properties: { spec: objectOf('x') },
  },
});

function each(schema: (name: string) => JsonObject): JsonObject {
  return Object.fromEntries(fieldNames.map((name) => [name, schema(name)]));
}

/** Returns an object whose fields no other object has. */
function objectOf(name: string): JsonObject {
  return { type: 'object', description: name, properties: { of: { type: 'string', enum: [name] } } };
}

/** Returns the names of an interface's members, as TypeScript parses them. */
function memberNames(module: string, name: string): string[] {
  const declared = ts
    .createSourceFile('module.ts', module, ts.ScriptTarget.Latest)
    .statements.find((statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === name);
  assert.ok(declared && ts.isInterfaceDeclaration(declared));
  return declared.members.map((member) => {
    assert.ok(member.name && (ts.isIdentifier(member.name) || ts.isStringLiteral(member.name)));
    return member.name.text;
  });
}

/** Kinds with the names of other things, and kinds with similar names. */
const kinds = [
  ...[
    'Object',
    'Array',
    'Map',
    'Record',
    'Set',
    'Date',
    'Promise',
    'Partial',
    'Omit',
    'Readonly',
    'String',
    'Function',
  ],
  ...[
    'ApiObject',
    'ApiObjectMetadata',
    'Construct',
    'ImportedResource',
    'ImportedResourceProps',
    'List',
    'Index',
    'Schema',
  ],
  ...[
    'default',
    'class',
    'string',
    'my-kind',
    'MyKind',
    'MYKind',
    'Mykind',
    'Box',
    'BoxSpec',
    'BoxProps',
    'BoxStatus',
    'V1',
  ],
];

/** Kinds with only a status, with no fields, and with arbitrary fields. */
const bare: readonly DefinitionOptions[] = [
  { kind: 'Endpoint', schema: { type: 'object', properties: { status: { type: 'object', properties: { a: text } } } } },
  { kind: 'Nothing', schema: { type: 'object' } },
  { kind: 'Anything', schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
];

/**
 * Failures of `cdk8s import` that its users have reported: group → CRDs.
 *
 * @see https://github.com/cdk8s-team/cdk8s-cli/issues
 */
const failures: Readonly<Record<string, readonly DefinitionOptions[]>> = {
  // VictoriaMetrics (2341), Istio (65), Zalando's PostgreSQL (2722): fields with the same name in camel case.
  'camel-case': [
    { schema: objectSchema({ sourceLabels: text, source_labels: text, targetLabel: text, target_label: text }) },
  ],
  // Prometheus (578), Terraform (1072), cert-manager (108): enum values with special characters, or that differ in
  // capital letters.
  choices: [
    {
      schema: objectSchema({
        op: { type: 'string', enum: ['!=', '=', '=~', '!~', 'run:failed', 'run:ok', 'OR', 'or'] },
      }),
    },
  ],
  // Vault (2335): an enum beside a list.
  'list-choices': [{ schema: objectSchema({ usages: { type: 'array', items: text, enum: ['a', 'b'] } }) }],
  // Cloudflare (3800): a kind with the name of a utility type of TypeScript.
  'utility-type': [{ kind: 'Record', schema: objectSchema({ map: { type: 'object', additionalProperties: text } }) }],
  // Litmus (cdk8s 2148): fields of a type that is not an object.
  'odd-type': [
    { schema: objectSchema({ args: { type: 'array', properties: { a: text }, items: { properties: { b: text } } } }) },
  ],
  // Argo Workflows (cdk8s 2157): lists of lists of any values.
  'bare-items': [
    {
      schema: objectSchema({
        steps: { type: 'array', items: { type: 'array' }, 'x-kubernetes-preserve-unknown-fields': true },
      }),
    },
  ],
  // Strimzi (cdk8s 2567), and more reserved options.
  reserved: [
    { schema: objectSchema({ build: objectOf('build'), self: text, equals: text, getClass: text, import: text }) },
  ],
  // Istio (cdk8s 267), and abbreviations (cdk8s 209): kinds whose names aren't in Pascal case.
  kinds: ['attributemanifest', 'HTTPAPISpec', 'ESIndex', 'k8sPSPVolumeTypes'].map((kind) => {
    return { kind, schema: objectSchema({ aPI: objectOf('api'), URLs: { type: 'array', items: objectOf('url') } }) };
  }),
  // Jaeger and similar (cdk8s 171, 212): alternatives with conditions, at every level.
  conditions: [
    {
      schema: {
        ...objectSchema({
          a: { ...objectOf('a'), oneOf: [{ required: ['of'] }, { not: { required: ['of'] } }] },
          b: { ...text, anyOf: [{ pattern: 'a' }, { enum: ['b'] }] },
        }),
        anyOf: [{ required: ['spec'] }, { properties: { spec: { required: ['a'] } } }],
      },
    },
  ],
  // Capsule (1042): one CRD in two documents, with a version each.
  versions: [
    { version: 'v1beta1', schema: objectSchema({ a: text }) },
    { version: 'v1beta2', schema: objectSchema({ b: text }) },
  ],
  // cert-manager (cdk8s 885, 2156): kinds of one group.
  together: [
    { kind: 'One', schema: objectSchema({ a: text }) },
    { kind: 'Other', schema: objectSchema({ a: text }) },
  ],
};

describe('modules of definitions that are hard to import', () => {
  it('imported modules compile with every field name, and run', async () => {
    await using project = await Project.create();
    await project.import([definition({ schema: hostile }), ...bare.map(definition)]);
    await project.write('use.ts', "export { Box } from './imports/example.com/v1/index.ts';\n");
    assert.equal(await project.compilerErrors(), '');
    assert.equal(typeof (await project.load('use.ts')).Box, 'function');
  });

  it('imported types keep the names of all fields', async () => {
    await using project = await Project.create();
    const [imported] = await project.import([definition({ schema: hostile })]);
    const names = memberNames(imported?.types ?? '', 'BoxSpecPlain');
    assert.deepEqual(names.toSorted(), fieldNames.toSorted());
  });

  it('imported modules compile with every name of a kind, together', async () => {
    await using project = await Project.create();
    const schema = {
      ...objectSchema({ nested: objectOf('x') }),
      properties: { spec: objectOf('x'), status: objectOf('y'), props: objectOf('z') },
    };
    await project.import(kinds.map((kind) => definition({ kind, schema })));
    const [first] = kinds;
    assert.ok(first);
    assert.equal(await project.compilerErrors(), '');
    const emitting = { noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: '/', outDir: 'dist' };
    assert.equal(await project.compilerErrors(emitting), '');
    const entryPoint = await project.load('imports/example.com/v1/index.ts');
    assert.equal(Object.keys(entryPoint).length, kinds.length);
  });

  it('imported modules of hostile field names compile in a CommonJS project', async () => {
    await using project = await Project.create('commonjs');
    await project.import(['Object', 'Box'].map((kind) => definition({ kind, schema: hostile })));
    assert.equal(await project.compilerErrors({ verbatimModuleSyntax: false }), '');
  });

  it('imported modules compile if groups and versions have kinds of the same name', async () => {
    await using project = await Project.create();
    const groups = ['example.com', 'example.org'].flatMap((group) =>
      ['v1', 'v1beta1'].map((version) =>
        definition({ group, version, schema: objectSchema({ [`in-${group}`]: objectOf(version) }) }),
      ),
    );
    await project.import(groups);
    const entryPoints = ['example.com/v1', 'example.com/v1beta1', 'example.org/v1', 'example.org/v1beta1'];
    const lines = entryPoints.map(
      (entryPoint, index) => `export { Box as Box${index} } from './imports/${entryPoint}/index.ts';`,
    );
    await project.write('use.ts', lines.join('\n'));
    assert.equal(await project.compilerErrors(), '');
    assert.equal(new Set(Object.values(await project.load('use.ts'))).size, entryPoints.length);
  });

  it('imported modules compile for the definitions on which cdk8s import fails', async () => {
    await using project = await Project.create();
    const groups = Object.entries(failures).map(([group, all]) => ({ group: `${group}.example.com`, all }));
    const definitions = groups.flatMap(({ group, all }) => all.map((options) => definition({ ...options, group })));
    const imported = await project.import(definitions);
    assert.equal(imported.length, definitions.length);
    assert.equal(await project.compilerErrors(), '');
  });
});
