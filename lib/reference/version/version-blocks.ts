import { ownField } from '../../schema/index.ts';
import { declaredFields, hasFields, type OpenApiSchema, wordList } from '../../schema/structural/index.ts';
import { type ConditionType, conditionTable } from '../condition-table.ts';
import type { DocumentedKind, DocumentedVersion } from '../documented-kind.ts';
import { type Example, smallestExample } from '../example.ts';
import { anchor } from '../markdown/anchor.ts';
import { codeFence, markdownTable } from '../markdown/block.ts';
import { inlineCode } from '../markdown/inline.ts';
import { cellText } from '../markdown/prose.ts';
import { fieldTable } from '../object/field-table.ts';
import { reachedValue } from '../object/object-place.ts';
import { ObjectSections } from '../object/object-section.ts';

/** The details of a version besides its definition. */
export interface VersionDetails {
  readonly examples: readonly Example[];
  readonly conditions: readonly ConditionType[];
}

/** A part of a page with an anchor. */
export interface PagePart {
  readonly title: string;
  readonly anchor: string;
}

/** Fields of every object, which Kubernetes documents. */
const identity: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** Returns a version: blocks of Markdown. */
export function versionBlocks(kind: DocumentedKind, version: DocumentedVersion, details: VersionDetails): string[] {
  const { schema, name } = version;
  const sections = new ObjectSections(name);
  const example = smallestExample(details.examples);
  const fields = versionFieldBlocks(schema, sections, details.conditions);
  const whole = wholeObjectBlocks(schema, sections);
  const commandLine = commandLineBlocks(kind, version);
  return [
    `## ${kind.group}/${name} ${anchor(name)}`,
    ...(version.deprecation === undefined ? [] : [`> **Deprecated.** ${cellText(version.deprecation)}`]),
    ...(example === undefined ? [] : [`### Example ${anchor(`${name}:example`)}`, codeFence(example.text, 'yaml')]),
    ...(fields.length === 0 ? ['The definition names no fields.'] : fields),
    ...(whole.length === 0 ? [] : [`### The object as a whole ${anchor(`${name}:object`)}`, ...whole]),
    ...(commandLine.length === 0 ? [] : [`### With kubectl ${anchor(`${name}:kubectl`)}`, ...commandLine]),
  ];
}

/** Returns the parts of a version, in order. */
export function versionParts({ schema, name }: DocumentedVersion, { examples }: VersionDetails): PagePart[] {
  return [
    ...(examples.length === 0 ? [] : [{ title: 'Example', anchor: `${name}:example` }]),
    ...versionFields(schema).map(([field]) => ({
      title: inlineCode(field),
      anchor: new ObjectSections(name).anchorOf([field]),
    })),
  ];
}

/** Returns the fields that the definition declares: spec first, status last. */
function versionFields(schema: OpenApiSchema): (readonly [string, OpenApiSchema])[] {
  const rank = (name: string) => (name === 'spec' ? 0 : name === 'status' ? 2 : 1);
  return declaredFields(schema)
    .filter(([name]) => !identity.has(name))
    .toSorted(([one], [other]) => rank(one) - rank(other));
}

function versionFieldBlocks(
  schema: OpenApiSchema,
  sections: ObjectSections,
  conditions: readonly ConditionType[],
): string[] {
  const fields = versionFields(schema);
  const isPlain = ([, field]: readonly [string, OpenApiSchema]) => !hasFields(reachedValue(field).schema);
  const plain = fields.filter(isPlain);
  const table = fieldRowsTable(
    { ...schema, properties: Object.fromEntries(plain), 'x-kubernetes-validations': [] },
    sections,
  );
  return [
    ...(plain.length === 0 ? [] : ['### Fields', ...table]),
    ...fields
      .filter((field) => !isPlain(field))
      .flatMap(([name, field]) => [
        sections.sectionOf(name, field),
        ...(name === 'status' && conditions.length > 0 ? [conditionTable(conditions)] : []),
      ]),
  ];
}

/** Describes the constraints of the object as a whole, and of its name. */
function wholeObjectBlocks({ properties = {}, ...schema }: OpenApiSchema, sections: ObjectSections): string[] {
  const metadata = ownField(properties, 'metadata');
  const isBounded = metadata !== undefined && hasFields(metadata);
  return fieldRowsTable({ ...schema, ...(isBounded && { properties: { metadata } }) }, sections);
}

function fieldRowsTable(schema: OpenApiSchema, sections: ObjectSections): string[] {
  return fieldTable(
    { steps: [], path: '', schema },
    {
      anchorOf: (steps) => sections.anchorOf(steps),
      shapeOf: ({ schema: field }) => ({ form: hasFields(field) ? 'inlined' : 'plain' }),
    },
  );
}

/** Describes how to list, select and scale objects of a version: blocks of Markdown. */
function commandLineBlocks(
  { plural }: DocumentedKind,
  { columns, scale, selectableFields }: DocumentedVersion,
): string[] {
  return [
    ...(columns.length === 0 ? [] : [columnSentence(plural, columns)]),
    ...(selectableFields.length === 0 ? [] : [selectionWords(plural, selectableFields)]),
    ...(scale === undefined ? [] : [scaleWords(plural, scale)]),
  ];
}

function columnSentence(plural: string, columns: DocumentedVersion['columns']): string {
  const hasDescriptions = columns.some(({ description }) => description !== undefined);
  const rows = columns.map(({ name, jsonPath, description, isWide }) => [
    cellText(name),
    `${inlineCode(jsonPath)}${isWide ? ', with `-o wide`' : ''}`,
    ...(hasDescriptions ? [cellText(description)] : []),
  ]);
  const head = ['Column', 'Shows', ...(hasDescriptions ? ['Description'] : [])];
  return `${inlineCode(`kubectl get ${plural}`)} prints:\n\n${markdownTable(head, rows)}`;
}

function selectionWords(plural: string, fields: readonly string[]): string {
  const names = fields.map(bareJsonPath);
  const example = inlineCode(`kubectl get ${plural} --field-selector ${names[0] ?? ''}=…`);
  return `Objects can be selected by ${wordList(names.map(inlineCode), 'and')}: ${example}.`;
}

function scaleWords(
  plural: string,
  { replicas, observedReplicas, selector }: NonNullable<DocumentedVersion['scale']>,
): string {
  const wanted = `${inlineCode(`kubectl scale --replicas=… ${plural}/…`)} sets ${inlineCode(bareJsonPath(replicas))}`;
  const current = `the current number is in ${inlineCode(bareJsonPath(observedReplicas))}`;
  const automatic =
    selector === undefined
      ? ''
      : `, and by ${inlineCode(bareJsonPath(selector))} a HorizontalPodAutoscaler finds their pods`;
  return `Objects can be scaled: ${wanted}; ${current}${automatic}.`;
}

function bareJsonPath(jsonPath: string): string {
  return jsonPath.replace(/^\./, '');
}
