// In: a kind, and what is known of it beside its definition. Out: its page, in Markdown.
// Called by whoever writes references.

import { enumeration } from '../schema/structural/index.ts';
import type { ConditionType } from './condition/condition-table.ts';
import { type DocumentedKind, type DocumentedVersion, definitionNameOf } from './documented-kind.ts';
import { type Example, exampleBlocks } from './example.ts';
import { anchor, anchorName } from './markdown/anchor.ts';
import { code, inlineText, link } from './markdown/inline.ts';
import { paragraphs } from './markdown/prose.ts';
import { table } from './markdown/table.ts';
import { versionBlocks, versionParts } from './version/version-blocks.ts';
import { fieldDifferences } from './version/version-difference.ts';

/** What is known of a kind beside its definition. */
export interface KindDetails {
  /** Of all its versions. @default none */
  readonly examples?: readonly Example[];
  /** What its operator reports in every status. @default nothing is known of it */
  readonly conditions?: readonly ConditionType[];
  /** What looks at each write beside the schema: sentences. @default nothing is known of it */
  readonly admission?: readonly string[];
}

/** How each page begins, by which they are known again. */
export const pageMark = '<!-- Written by `operand docs`: change the definition, not this file. -->';

/**
 * The page of a kind: what it is, then each version with an example, its fields and its rules, then how the versions
 * differ and all examples.
 *
 * Links go to places of the page itself and to Kubernetes' documentation. Equal input gives equal text, which ends with a
 * line break.
 */
export function referencePage(
  kind: DocumentedKind,
  { examples = [], conditions = [], admission = [] }: KindDetails = {},
): string {
  const [main] = kind.versions;
  const versions = kind.versions.map((version) => {
    const own = examples.filter(({ apiVersion }) => apiVersion === `${kind.group}/${version.name}`);
    return { version, details: { examples: own, conditions } };
  });
  const blocks = [
    pageMark,
    `# ${inlineText(kind.kind)}`,
    ...(main?.schema.description === undefined ? [] : [paragraphs(main.schema.description)]),
    facts(kind),
    'On this page:',
    contents(kind, { versions, hasExamples: examples.length > 1 }),
    ...versions.flatMap(({ version, details }) => versionBlocks(kind, version, details)),
    ...(admission.length === 0 ? [] : [`## Checked at each write ${anchor(':admission')}`, admissionList(admission)]),
    ...differenceBlocks(kind),
    ...(examples.length > 1 ? [`## Examples ${anchor(':examples')}`, ...exampleBlocks(examples)] : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function facts(kind: DocumentedKind): string {
  const names = [kind.singular, ...kind.shortNames].map(code);
  const groups = kind.categories.map((category) => code(`kubectl get ${category}`));
  const versions = kind.versions.map(({ name, isStored, deprecation }) => {
    const notes = [
      ...(isStored && kind.versions.length > 1 ? ['stored'] : []),
      ...(deprecation === undefined ? [] : ['deprecated']),
    ];
    return `${code(`${kind.group}/${name}`)}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
  });
  const listed = groups.length === 0 ? '' : `, and listed by ${enumeration(groups, 'and')}`;
  return [
    `- **apiVersion:** ${versions.join(', ')}`,
    `- **kind:** ${code(kind.kind)}, ${kind.isNamespaced ? 'in a namespace' : 'in no namespace'}`,
    `- **kubectl:** ${code(kind.plural)}, also called ${enumeration(names, 'or')}${listed}`,
  ].join('\n');
}

interface Contents {
  readonly versions: readonly {
    readonly version: DocumentedVersion;
    readonly details: Parameters<typeof versionParts>[1];
  }[];
  readonly hasExamples: boolean;
}

function contents(kind: DocumentedKind, { versions, hasExamples }: Contents): string {
  const lines = versions.map(({ version, details }) => {
    const parts = versionParts(version, details).map(({ title, anchor: target }) => link(title, `#${target}`));
    const place = link(`${kind.group}/${version.name}`, `#${anchorName(version.name)}`);
    return parts.length === 0 ? `- ${place}` : `- ${place}: ${parts.join(' · ')}`;
  });
  return [
    ...lines,
    ...(kind.versions.length > 1 ? ['- [Differences between the versions](#:versions)'] : []),
    ...(hasExamples ? ['- [All examples](#:examples)'] : []),
  ].join('\n');
}

function admissionList(sentences: readonly string[]): string {
  const intro = 'The operator looks at what is written, beyond what the schema says:';
  return `${intro}\n\n${sentences.map((sentence) => `- ${inlineText(sentence)}`).join('\n')}`;
}

function differenceBlocks(kind: DocumentedKind): string[] {
  const [main, ...others] = kind.versions;
  if (main === undefined || others.length === 0) return [];
  const how = kind.isConverted
    ? `An object can be read and written in each version; it is stored as ${code(main.name)}, and the operator converts it.`
    : `An object can be read and written in each version; it is stored as ${code(main.name)}, and a field that a version doesn't have is dropped where the object is written in it.`;
  return [
    `## Differences between the versions ${anchor(':versions')}`,
    how,
    ...others.flatMap((other) => differenceTable(main, other)),
  ];
}

function differenceTable(main: DocumentedVersion, other: DocumentedVersion): string[] {
  const found = fieldDifferences(main.schema, other.schema);
  if (found.length === 0) return [`${code(main.name)} and ${code(other.name)} have the same fields.`];
  const rows = found.map(({ path, one, other: second }) => [code(path), one ?? '', second ?? '']);
  return [table(['Field', code(main.name), code(other.name)], rows)];
}

/** The name of the file of a kind's page: `databases.example.com.md`. */
export function pageFile(kind: DocumentedKind): string {
  return `${definitionNameOf(kind)}.md`;
}
