// Texts of a CRD that try to break out of the comment or literal in which an import writes them.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import ts from 'typescript';
import type { JsonObject } from '../../lib/api/index.ts';
import { versionEntryPoint } from '../../lib/import/index.ts';
import { kindSchemaText } from '../../lib/import/kind-module.ts';
import { importedModules, Project } from './project.ts';

/** All characters that editors don't show, and those that only some parsers treat as the end of a line. */
const invisible = [
  ...Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /[\p{Cc}\p{Cf}]/u.test(character)),
  ...['\u2028', '\u2029'],
];

const code = 'globalThis.hasRun = true;';

/** Ends of comments, literals, templates and lines, with invisible characters anywhere between them. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom('*', '/', '*/', '/*', '//', '`', '$', '{', '}', `\${${code}}`, "'", '"', '\\', '\n', '@', ' '),
      fc.constantFrom('a', 'u002f', code, 'export class ImportedResource {}', '@deprecated', 'word '.repeat(25)),
      fc.constantFrom(...invisible),
    ),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join(''));

/** The texts of one field. */
interface FieldTexts {
  readonly name: string;
  readonly text: string;
  readonly values: readonly string[];
}

const fieldTexts: fc.Arbitrary<FieldTexts> = fc.record({
  name: hostileText,
  text: hostileText,
  values: fc.uniqueArray(hostileText, { minLength: 1, maxLength: 3 }),
});

/** Returns the schema of an object with the texts of its fields in every place of a schema that takes a text. */
function hostileSchema(fields: readonly FieldTexts[], text: string): JsonObject {
  const properties = fields.map(({ name, text: own, values }): [string, JsonObject] => [
    name,
    {
      type: 'string',
      title: own,
      description: own,
      example: own,
      format: own,
      pattern: own,
      default: own,
      enum: [...values],
      'x-kubernetes-validations': [
        { rule: own, message: own },
        { rule: own, messageExpression: own },
      ],
    },
  ]);
  const items = { type: 'object', description: text, properties: { of: { type: 'string' } } };
  const spec = {
    type: 'object',
    description: `Deprecated: ${text}`,
    properties: {
      ...Object.fromEntries(properties),
      listed: { type: 'array', items, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [text] },
    },
    required: fields.map(({ name }) => name),
    anyOf: fields.map(({ name }) => ({ required: [name] })),
    not: { required: [text] },
  };
  return { type: 'object', description: text, properties: { spec } };
}

/** Returns a CRD of a deprecated kind with a text in all its other names. */
function hostileDefinition(schema: JsonObject, text: string): JsonObject {
  const version = { name: 'v1', served: true, storage: true, deprecated: true, deprecationWarning: text };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: text },
    spec: {
      group: 'example.com',
      names: { kind: 'Box', plural: 'boxes', singular: text, shortNames: [text] },
      scope: 'Namespaced',
      versions: [{ ...version, schema: { openAPIV3Schema: schema } }],
    },
  };
}

/** Returns the statements of a module without syntax errors. */
function statementsOf(module: string): ts.Statement[] {
  const { diagnostics = [] } = ts.transpileModule(module, { reportDiagnostics: true });
  assert.deepEqual(
    diagnostics.map(({ messageText }) => messageText),
    [],
  );
  return [...ts.createSourceFile('module.ts', module, ts.ScriptTarget.Latest, true).statements];
}

/** Returns an interface as its name, with the name and the type of each member; a literal type is its value. */
function declaredIn(statement: ts.Statement | undefined): [name: string, members: [string, unknown][]] {
  assert.ok(statement && ts.isInterfaceDeclaration(statement));
  const members = statement.members.map((member): [string, unknown] => {
    assert.ok(ts.isPropertySignature(member) && member.type);
    assert.ok(ts.isIdentifier(member.name) || ts.isStringLiteral(member.name));
    return [member.name.text, typeOf(member.type)];
  });
  return [statement.name.text, members];
}

function typeOf(type: ts.TypeNode): unknown {
  if (ts.isUnionTypeNode(type)) return type.types.map(literalOf);
  return ts.isLiteralTypeNode(type) ? [literalOf(type)] : type.getText();
}

function literalOf(type: ts.TypeNode): string {
  assert.ok(ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal));
  return type.literal.text;
}

/** The text of the class without its comment. */
const boxClass = `export class Box extends /* @__PURE__ */ ImportedResource<BoxProps>({
  group: 'example.com',
  version: 'v1',
  kind: 'Box',
  plural: 'boxes',
  scope: 'Namespaced',
  schema,
}) {}`;

/** Asserts that the modules of a CRD declare its kind, and contain no other statement. */
async function assertOnlyDeclarations(fields: readonly FieldTexts[], text: string): Promise<void> {
  const schema = hostileSchema(fields, text);
  const [imported, other] = await importedModules([hostileDefinition(schema, text)]);
  assert.ok(imported && other === undefined);
  const [operand, schemaImport, props, boxed, spec, listed, ...others] = statementsOf(imported.types);
  assert.deepEqual(others, []);
  assert.equal(operand?.getText(), "import { ImportedResource, type ImportedResourceProps } from 'operand';");
  assert.equal(schemaImport?.getText(), "import { schema } from './box.schema.ts';");
  assert.deepEqual(declaredIn(props), ['BoxProps', [['spec', 'BoxSpec']]]);
  assert.equal(boxed?.getText(), boxClass);
  const byName = [...fields.map(({ name, values }): [string, unknown] => [name, values]), listedMember];
  const [name, members] = declaredIn(spec);
  assert.equal(name, 'BoxSpec');
  assert.deepEqual(new Map(members), new Map(byName));
  assert.deepEqual(declaredIn(listed), ['BoxSpecListedItem', [['of', 'string']]]);

  const [constant, ...more] = statementsOf(imported.schema);
  assert.deepEqual(more, []);
  assert.ok(constant && ts.isVariableStatement(constant));
  const [declared] = constant.declarationList.declarations;
  assert.ok(declared?.initializer && ts.isStringLiteral(declared.initializer));
  assert.deepEqual(JSON.parse(declared.initializer.text), JSON.parse(kindSchemaText(schema)));

  const entryPoint = versionEntryPoint('example.com/v1', new Map([['box.ts', imported.types]]), { extension: '.ts' });
  assert.deepEqual(
    statementsOf(entryPoint).map((statement) => statement.getText().replace(/\s+/g, ' ')),
    ["export { Box, type BoxProps, type BoxSpec, } from './box.ts';"],
  );
}

const listedMember: [string, unknown] = ['listed', 'readonly BoxSpecListedItem[]'];

describe('the modules of a kind', () => {
  it('the modules of a kind run no code of the definition when a program loads them', async () => {
    await using project = await Project.create();
    const text = `*\u200b/ ${code} /*`;
    const schema = hostileSchema([{ name: 'a', text, values: [text] }], text);
    await project.import([hostileDefinition(schema, text)]);
    await project.load('imports/example.com/v1/index.ts');
    assert.equal('hasRun' in globalThis, false);
  });

  it('imported modules parse to declarations only, with every invisible character in every text', async () => {
    const fields = invisible.map((character): FieldTexts => {
      const text = `*${character}/ ${code} /${character}* ${character}@deprecated`;
      return { name: `${character}'${text}`, text, values: [`'${text}`, `${character}\`\${${code}}"`] };
    });
    const text = invisible.map((character) => `*${character}/ ${code} /*`).join(' ');
    await assertOnlyDeclarations(fields, text);
  });

  it('imported modules parse to declarations only, for any texts of the definition', async () => {
    const property = fc.asyncProperty(
      fc.uniqueArray(fieldTexts, { selector: ({ name }) => name, minLength: 1, maxLength: 3 }),
      hostileText,
      assertOnlyDeclarations,
    );
    await fc.assert(property, { numRuns: 300 });
  });

  it('the modules of a kind escape every character of a value that editors don’t show', async () => {
    const schema = hostileSchema([{ name: 'a', text: '', values: [invisible.join('x')] }], '');
    const [imported] = await importedModules([hostileDefinition(schema, '')]);
    assert.ok(imported);
    for (const module of [imported.types, imported.schema]) {
      assert.doesNotMatch(module.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\u2028\u2029]/u);
    }
  });
});
