import type { ServedKind } from './served-kind.ts';

/** The options of the text of modules. */
export interface ModuleStyle {
  /** The extension of relative imports. Without one they work only with compilers to CommonJS. */
  readonly extension: '' | '.js' | '.ts';
  /** The package whose classes they extend. Both export the same. @default 'operand' */
  readonly library?: 'operand' | 'operand-api';
  /** True to omit the publisher's descriptions, for users without the right to distribute them. @default false */
  readonly omitsDescriptions?: boolean;
}

const mark = /^\/\/ Written by `operand import(?: --omit-descriptions)?`/;
const remedy = "Don't edit it: import it again.";

/** Returns the header of a kind's modules: without time and path, so that the same definition gives the same text. */
export function kindHeader(
  { definitionName, definitionDigest }: ServedKind,
  { omitsDescriptions }: ModuleStyle,
): string {
  const command = omitsDescriptions === true ? 'operand import --omit-descriptions' : 'operand import';
  const digest = definitionDigest.slice(0, 16);
  return `// Written by \`${command}\` from ${definitionName}, sha256:${digest}. ${remedy}\n`;
}

/** Returns the header of a version's index. @param folder - such as `monitoring.coreos.com/v1`. */
export function entryPointHeader(folder: string): string {
  return `// Written by \`operand import\`: the modules of ${folder}. ${remedy}\n`;
}

/** Returns true if an import wrote a module, so that it may be replaced and removed. */
export function isImported(text: string): boolean {
  return mark.test(text);
}

/** Returns the name of a module's definition; undefined for an index, and for modules that no import wrote. */
export function importedFrom(text: string): string | undefined {
  const [, name] = /^ from ([^,\n]+), sha256:/.exec(isImported(text) ? text.replace(mark, '') : '') ?? [];
  return name;
}
