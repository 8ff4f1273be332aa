// In: the compiler's declaration of a module, and its custom resource classes. Out: the declaration with named types
// that have doc comments. Called by `published-module.ts`.

import ts from '@typescript/typescript6';
import { commentLines, fieldDocumentation } from '../import/index.ts';
import { withArticle } from '../schema/structural/index.ts';
import { declaredNames, localName, namesIn } from './declared-name.ts';
import { descriptionComment } from './described-type.ts';
import type { DescribedFields, ExportedKind } from './exported-kind.ts';
import { PackageError } from './package-error.ts';

/**
 * Returns the declaration of a module with custom resource classes, readable for its users.
 *
 * The compiler declares the base of a class by its zod types, which have no doc comments and fill every message of an
 * editor. In the result each class has types for its props, its spec and its status, and its zod types refer to them.
 * Each zod type extends the inferred one, so that the compiler checks that both are equal. The types aren't interfaces,
 * which zod would not treat as records.
 *
 * A constructor has the named props, unless the class declares its own.
 *
 * @throws PackageError if the name of one of the types is taken in the module, or if a class doesn't extend
 *   `CustomResource(…)` itself.
 */
export function describedDeclaration(path: string, text: string, kinds: readonly ExportedKind[]): string {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const [construct, metadata] = [localName(file, constructType), localName(file, metadataType)];
  const naming = { declared: declaredNames(file), construct: construct.name, metadata: metadata.name };
  const edits = kinds.flatMap((kind) => editsFor(kind, file, naming));
  const imports = kinds.length === 0 ? '' : construct.importText + metadata.importText;
  return [{ start: 0, end: 0, words: imports }, ...edits]
    .toSorted((left, right) => right.start - left.start)
    .reduce((edited, { start, end, words }) => edited.slice(0, start) + words + edited.slice(end), text);
}

/** The parameters of constructors, from packages that every user has. */
const constructType = { name: 'Construct', module: 'constructs' };
const metadataType = { name: 'ResourceMetadata', module: 'operand' };

/** The names in a module. */
interface Naming {
  /** All declared names. */
  readonly declared: ReadonlySet<string>;
  readonly construct: string;
  readonly metadata: string;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly words: string;
}

/** The compiler declares the result of `CustomResource` as a constant before the class that extends it. */
function editsFor(kind: ExportedKind, file: ts.SourceFile, { declared, construct, metadata }: Naming): Edit[] {
  const { name, spec, status } = kind;
  const source = file.fileName.replace(/\.d\.ts$/, '.ts');
  const base = file.statements.find((statement) => namesIn(statement).includes(`${name}_base`));
  const types = base && typeArguments(base);
  const [specType, statusType] = types ?? [];
  const declaration = file.statements.filter(ts.isClassDeclaration).find((each) => each.name?.text === name);
  if (base === undefined || specType === undefined || statusType === undefined || declaration === undefined) {
    throw new PackageError(
      `${source} derives ${name} from something else than CustomResource(…): write \`class ${name} extends CustomResource({ … }) {}\``,
    );
  }
  const parts = [
    propsText(kind, metadata),
    ...fieldsText(kind, 'Spec', spec, specType.getText()),
    ...(status === undefined ? [] : fieldsText(kind, 'Status', status, statusType.getText())),
  ];
  const taken = parts
    .flatMap((part) => /(?:interface|type) (\w+)/.exec(part)?.[1] ?? [])
    .find((each) => declared.has(each));
  if (taken !== undefined) {
    throw new PackageError(`${source} declares ${taken}, the name of a published type of ${name}: rename it`);
  }
  const takesProps = `    constructor(scope: ${construct}, id: string, props: ${name}Props);\n`;
  return [
    { start: base.getStart(), end: base.getStart(), words: parts.join('') },
    { start: specType.getStart(), end: specType.getEnd(), words: `${name}SpecType` },
    ...(status === undefined
      ? []
      : [{ start: statusType.getStart(), end: statusType.getEnd(), words: `${name}StatusType` }]),
    ...(declaration.members.some(ts.isConstructorDeclaration)
      ? []
      : [{ start: declaration.getEnd() - 1, end: declaration.getEnd() - 1, words: takesProps }]),
  ];
}

function propsText({ name, definition, spec }: ExportedKind, metadataName: string): string {
  const rules = definition.rules.map(({ message, rule }) => `Rule: ${message ?? rule}`);
  const metadata = [
    'Its name, namespace, labels and annotations.',
    rules.flatMap(commentLines).join('\n'),
    "@default a name made from the construct's path, in the chart's namespace",
  ];
  const fields = [
    descriptionComment(metadata.filter((paragraph) => paragraph !== '').join('\n\n'), '  '),
    `  readonly metadata?: ${metadataName};\n`,
    descriptionComment(fieldDocumentation(spec.schema) || commentLines(definition.description).join('\n'), '  '),
    `  readonly spec: ${name}SpecInput;\n`,
  ];
  return `/** Props of {@link ${name}}. */\nexport interface ${name}Props {\n${fields.join('')}}\n`;
}

/** Returns the types of a spec or a status, and the zod type that refers to them. */
function fieldsText(
  { name, definition: { kind } }: ExportedKind,
  part: 'Spec' | 'Status',
  { input, output }: DescribedFields,
  zodType: string,
): string[] {
  const noun = part.toLowerCase();
  const read = `${name}${part}`;
  const isSame = input === output;
  return [
    `/** The ${noun} of ${withArticle(kind)} as it is written${isSame ? '' : ': fields with a default are optional'}. */\n`,
    `export type ${read}Input = ${isSame ? read : input};\n`,
    `/** The ${noun} of ${withArticle(kind)} as it is read${isSame ? '' : ': defaults are filled in'}. */\n`,
    `export type ${read} = ${output};\n`,
    `type ${read}Inferred = ${zodType};\n`,
    `interface ${read}Internals extends Omit<${read}Inferred["_zod"], "input" | "output"> {\n`,
    `  input: ${read}Input;\n  output: ${read};\n}\n`,
    `interface ${read}Type extends ${read}Inferred {\n  _zod: ${read}Internals;\n}\n`,
  ];
}

function typeArguments(statement: ts.Statement): readonly ts.TypeNode[] | undefined {
  if (!ts.isVariableStatement(statement)) return undefined;
  const type = statement.declarationList.declarations[0]?.type;
  return type && (ts.isImportTypeNode(type) || ts.isTypeReferenceNode(type)) ? type.typeArguments : undefined;
}
