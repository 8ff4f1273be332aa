import type { DocumentedKind } from './documented-kind.ts';
import { markdownTable } from './markdown/block.ts';
import { inlineCode, markdownLink } from './markdown/inline.ts';
import { cellText } from './markdown/prose.ts';
import { pageFile, pageMark } from './reference-page.ts';

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
