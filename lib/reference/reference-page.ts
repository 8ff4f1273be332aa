import { definitionName } from '../api/index.ts';
import { wordList } from '../schema/structural/index.ts';
import type { ConditionType } from './condition-table.ts';
import type { DocumentedKind, DocumentedVersion } from './documented-kind.ts';
import { type Example, exampleBlocks } from './example.ts';
import { anchor, anchorName } from './markdown/anchor.ts';
import { markdownTable } from './markdown/block.ts';
import { inlineCode, inlineText, markdownLink } from './markdown/inline.ts';
import { cellText, proseParagraphs } from './markdown/prose.ts';
import { versionBlocks, versionParts } from './version/version-blocks.ts';
import { fieldDifferences } from './version/version-difference.ts';

/** The details of a kind besides its definition. */
export interface KindDetails {
  /** The examples of all its versions. @default none */
  readonly examples?: readonly Example[];
  /** The conditions of its status. @default unknown */
  readonly conditions?: readonly ConditionType[];
  /** The validations of a write besides the schema, as sentences. @default unknown */
  readonly admission?: readonly string[];
}

/** The first line of each page, which identifies generated pages. */
export const pageMark = '<!-- Written by `operand docs`: change the definition, not this file. -->';

/**
 * Returns the page of a kind: its summary, each version with an example, fields and rules, then the differences between
 * versions and all examples.
 *
 * Links lead to anchors of the page itself and to Kubernetes' documentation. Equal input gives equal text, which ends
 * with a line break.
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
    ...(main?.schema.description === undefined ? [] : [proseParagraphs(main.schema.description)]),
    kindFacts(kind),
    'On this page:',
    pageContents(kind, { versions, hasExamples: examples.length > 1 }),
    ...versions.flatMap(({ version, details }) => versionBlocks(kind, version, details)),
    ...(admission.length === 0 ? [] : [`## Checked at each write ${anchor(':admission')}`, admissionList(admission)]),
    ...versionDifferenceBlocks(kind),
    ...(examples.length > 1 ? [`## Examples ${anchor(':examples')}`, ...exampleBlocks(examples)] : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function kindFacts(kind: DocumentedKind): string {
  const names = [kind.singular, ...kind.shortNames].map(inlineCode);
  const groups = kind.categories.map((category) => inlineCode(`kubectl get ${category}`));
  const versions = kind.versions.map(({ name, isStored, deprecation }) => {
    const notes = [
      ...(isStored && kind.versions.length > 1 ? ['stored'] : []),
      ...(deprecation === undefined ? [] : ['deprecated']),
    ];
    return `${inlineCode(`${kind.group}/${name}`)}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
  });
  const listed = groups.length === 0 ? '' : `, and listed by ${wordList(groups, 'and')}`;
  return [
    `- **apiVersion:** ${versions.join(', ')}`,
    `- **kind:** ${inlineCode(kind.kind)}, ${kind.isNamespaced ? 'in a namespace' : 'in no namespace'}`,
    `- **kubectl:** ${inlineCode(kind.plural)}, also called ${wordList(names, 'or')}${listed}`,
  ].join('\n');
}

interface Contents {
  readonly versions: readonly {
    readonly version: DocumentedVersion;
    readonly details: Parameters<typeof versionParts>[1];
  }[];
  readonly hasExamples: boolean;
}

function pageContents(kind: DocumentedKind, { versions, hasExamples }: Contents): string {
  const lines = versions.map(({ version, details }) => {
    const parts = versionParts(version, details).map(({ title, anchor: target }) => markdownLink(title, `#${target}`));
    const place = markdownLink(`${kind.group}/${version.name}`, `#${anchorName(version.name)}`);
    return parts.length === 0 ? `- ${place}` : `- ${place}: ${parts.join(' · ')}`;
  });
  return [
    ...lines,
    ...(kind.versions.length > 1 ? ['- [Differences between the versions](#:versions)'] : []),
    ...(hasExamples ? ['- [All examples](#:examples)'] : []),
  ].join('\n');
}

function admissionList(sentences: readonly string[]): string {
  const intro = 'The operator validates writes, beyond the schema:';
  return `${intro}\n\n${sentences.map((sentence) => `- ${inlineText(sentence)}`).join('\n')}`;
}

function versionDifferenceBlocks(kind: DocumentedKind): string[] {
  const [main, ...others] = kind.versions;
  if (main === undefined || others.length === 0) return [];
  const how = kind.isConverted
    ? `An object can be read and written in each version; it is stored as ${inlineCode(main.name)}, and the operator converts it.`
    : `An object can be read and written in each version; it is stored as ${inlineCode(main.name)}. A write in a version that lacks a field drops that field.`;
  return [
    `## Differences between the versions ${anchor(':versions')}`,
    how,
    ...others.flatMap((other) => versionDifferenceTable(main, other)),
  ];
}

function versionDifferenceTable(main: DocumentedVersion, other: DocumentedVersion): string[] {
  const found = fieldDifferences(main.schema, other.schema);
  if (found.length === 0) return [`${inlineCode(main.name)} and ${inlineCode(other.name)} have the same fields.`];
  const rows = found.map(({ path, one, other: second }) => [inlineCode(path), one ?? '', second ?? '']);
  return [markdownTable(['Field', inlineCode(main.name), inlineCode(other.name)], rows)];
}

/** Returns the name of a kind's page: `databases.example.com.md`. */
export function pageFile(kind: DocumentedKind): string {
  return `${definitionName(kind)}.md`;
}

/** The name of the file that hosts show for its directory. */
export const indexFile = 'README.md';

/** Returns the page with links to all kinds, by group: Markdown that ends with a line break. */
export function referenceIndex(kinds: readonly DocumentedKind[]): string {
  const sorted = kinds.toSorted((one, other) => (pageFile(one) < pageFile(other) ? -1 : 1));
  const groups = [...Map.groupBy(sorted, ({ group }) => group)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const parts = groups.flatMap(([group, members]) => [
    `## ${group}`,
    markdownTable(['Kind', 'Versions', 'Description'], members.map(kindRow)),
  ]);
  return `${[pageMark, '# API reference', ...parts].join('\n\n')}\n`;
}

function kindRow(kind: DocumentedKind): string[] {
  const description = kind.versions[0]?.schema.description?.split(/\n\s*\n/, 1)[0];
  const versions = kind.versions.map(({ name }) => inlineCode(name)).join(', ');
  return [markdownLink(kind.kind, pageFile(kind)), versions, cellText(description)];
}
