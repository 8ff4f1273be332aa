import type { ModuleStyle } from './module-style.ts';
import type { ServedKind } from './served-kind.ts';

const mark = /^\/\/ Written by `operand import(?: --omit-descriptions)?`/;
const remedy = "Don't edit it: import it again.";

/** What a kind's modules begin with: no time and no place, so that the same definition gives the same text. */
export function kindHeader(
  { definitionName, definitionDigest }: ServedKind,
  { omitsDescriptions }: ModuleStyle,
): string {
  const command = omitsDescriptions === true ? 'operand import --omit-descriptions' : 'operand import';
  const digest = definitionDigest.slice(0, 16);
  return `// Written by \`${command}\` from ${definitionName}, sha256:${digest}. ${remedy}\n`;
}

/** What the door of a version begins with. @param folder - such as `monitoring.coreos.com/v1`. */
export function doorHeader(folder: string): string {
  return `// Written by \`operand import\`: what there is of ${folder}. ${remedy}\n`;
}

/** Whether a module was written by an import, so that it may be replaced and removed. */
export function isImported(text: string): boolean {
  return mark.test(text);
}

/** The name of the definition that a module was written from; undefined for doors, and for what no import has written. */
export function importedFrom(text: string): string | undefined {
  const [, name] = /^ from ([^,\n]+), sha256:/.exec(isImported(text) ? text.replace(mark, '') : '') ?? [];
  return name;
}
