// The API reference, as Markdown pages

export { standardConditionTypes } from './condition-table.ts';
export { type DocumentedKind, documentedKind } from './documented-kind.ts';
export type { Example } from './example.ts';
export { indexFile, type KindDetails, pageFile, pageMark, referenceIndex, referencePage } from './reference-page.ts';
