import { isJsonObject, type JsonObject, type JsonValue } from '../api/index.ts';
import { changedSchema, type KeywordChange } from '../schema/index.ts';
import { declaredField, descriptiveKeywords, readSchema } from '../schema/structural/index.ts';
import { commentLines, commentText } from './doc-comment.ts';
import { isDeprecation } from './field-documentation.ts';
import { ImportedShapes } from './imported-shape.ts';
import { literal } from './literal.ts';
import { kindHeader, type ModuleStyle } from './module-header.ts';
import type { NameBook } from './name-book.ts';
import { deprecatedVersion, type ServedKind } from './served-kind.ts';
import { aliasText, type DeclarationRoot, interfaceText, typeDeclarations } from './type-declaration.ts';

/** The names of a kind's modules, without file extensions. */
export interface KindNames {
  /** The name of the class, such as `ServiceMonitor`. */
  readonly className: string;
  /** The name of its construct's props. */
  readonly propsName: string;
  /** The name of the file, such as `service-monitor`. */
  readonly file: string;
}

/** The modules of a kind. */
export interface KindModules {
  readonly types: string;
  readonly schema: string;
}

/** Returns the text of a kind's modules. @param style - with the names that its types may not have. */
export function kindModules(
  served: ServedKind,
  { className, propsName, file }: KindNames,
  { book, ...style }: ModuleStyle & { readonly book: NameBook },
): KindModules {
  const kind = style.omitsDescriptions === true ? undescribedKind(served) : served;
  const { schema } = readSchema(kind.schema);
  const shapes = new ImportedShapes();
  // A copy, so that no other object with the same fields shares its type.
  const content = { ...shapes.object(schema, isContentField) };
  const status = declaredField(schema, 'status');
  const statusShape = status && shapes.of(status);
  const statusName = statusShape?.is === 'object' ? book.assign(`${className}Status`) : undefined;
  const roots: DeclarationRoot[] = [{ name: propsName, prefix: className, path: '', shape: content }];
  if (statusShape?.is === 'object' && statusName !== undefined) {
    roots.push({ name: statusName, path: 'status', shape: statusShape });
  }
  const { interfaces, aliases } = typeDeclarations(roots, book);
  const [props = '', ...others] = interfaces.map((declaration) => interfaceText(declaration, kind.kind));
  const header = kindHeader(kind, style);
  const types = [
    header,
    importStatements({ className, file, ...style }),
    props,
    kindClassText(kind, { className, types: [propsName, ...(statusName === undefined ? [] : [statusName])] }),
    ...others,
    ...(aliases.length === 0 ? [] : [aliasText(aliases)]),
  ].join('\n');
  const text = `${header}\n/** The schema of objects of kind ${kind.kind}. */\nexport const schema: string =\n  ${literal(kindSchemaText(kind.schema))};\n`;
  return { types, schema: text };
}

function isContentField(field: string): boolean {
  return !['apiVersion', 'kind', 'metadata', 'status'].includes(field);
}

function importStatements({
  className,
  file,
  extension,
  library = 'operand',
}: { className: string; file: string } & ModuleStyle): string {
  const baseClass = className === 'ImportedResource' ? 'ImportedResource as imported' : 'ImportedResource';
  return `import { ${baseClass}, type ImportedResourceProps } from '${library}';\nimport { schema } from './${file}.schema${extension}';\n`;
}

function kindClassText(
  kind: ServedKind,
  { className, types }: { className: string; types: readonly string[] },
): string {
  const baseClass = className === 'ImportedResource' ? 'imported' : 'ImportedResource';
  const { description } = readSchema(kind.schema).schema;
  const lines = [
    ...(description === undefined ? [`${kind.kind} of ${kind.group}/${kind.version}.`] : commentLines(description)),
    ...(kind.deprecation === undefined ? [] : ['', `@deprecated ${commentLines(kind.deprecation).join(' ')}`]),
  ];
  const fields = (['group', 'version', 'kind', 'plural', 'scope'] as const).map(
    (field) => `  ${field}: ${literal(kind[field])},`,
  );
  return [
    commentText(lines, ''),
    `export class ${className} extends /* @__PURE__ */ ${baseClass}<${types.join(', ')}>({`,
    ...fields,
    '  schema,',
    '}) {}',
    '',
  ].join('\n');
}

/**
 * Returns the schema in a kind's module, without descriptions. Also omits the status, which manifests don't have, unless
 * a rule reads it.
 */
export function kindSchemaText(schema: JsonObject): string {
  const { properties } = schema;
  if (!isJsonObject(properties) || isStatusRead(schema))
    return JSON.stringify(changedSchema(schema, withoutDescriptions));
  const { status: _, ...written } = properties;
  return JSON.stringify(changedSchema({ ...schema, properties: written }, withoutDescriptions));
}

function isStatusRead({ 'x-kubernetes-validations': rules = [], required = [] }: JsonObject): boolean {
  return JSON.stringify([rules, required]).includes('status');
}

const withoutDescriptions: KeywordChange = (keyword, value) => (descriptiveKeywords.has(keyword) ? undefined : value);

/** Removes descriptions and messages. A deprecation stays, without its reason. */
function undescribedKind(kind: ServedKind): ServedKind {
  const schema = changedSchema(kind.schema, withoutTexts);
  return { ...kind, schema, deprecation: kind.deprecation === undefined ? undefined : deprecatedVersion };
}

const withoutTexts: KeywordChange = (keyword, value) => {
  switch (keyword) {
    case 'description':
      return typeof value === 'string' && isDeprecation(value) ? 'Deprecated:' : undefined;
    case 'title':
    case 'example':
    case 'externalDocs':
      return undefined;
    case 'x-kubernetes-validations':
      return Array.isArray(value) ? value.map(ruleWithoutMessage) : value;
    default:
      return value;
  }
};

/** Removes the message of a rule; API servers then show the rule itself. */
function ruleWithoutMessage(rule: JsonValue): JsonValue {
  if (!isJsonObject(rule)) return rule;
  const { message: _, messageExpression: __, ...bare } = rule;
  return bare;
}
