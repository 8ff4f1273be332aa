import { wordList } from '../../schema/structural/index.ts';
import type { DocumentedKind, DocumentedVersion } from '../documented-kind.ts';
import { markdownTable } from '../markdown/block.ts';
import { inlineCode } from '../markdown/inline.ts';
import { cellText } from '../markdown/prose.ts';

/** Describes how to list, select and scale objects of a version: blocks of Markdown. */
export function commandLineBlocks(
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
