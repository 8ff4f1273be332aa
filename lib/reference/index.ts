// The API reference, as Markdown pages

export { standardConditionTypes } from './condition.ts';
export { type DocumentedKind, documentedKind } from './documented-kind.ts';
export type { Example } from './example.ts';
export { indexFile, referenceIndex } from './reference-index.ts';
export { type KindDetails, pageFile, pageMark, referencePage } from './reference-page.ts';
