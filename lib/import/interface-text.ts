// In: declarations. Out: their TypeScript text. Called for each kind.

import { commentLines, commentText } from './doc-comment.ts';
import { isPlainName, literal } from './literal.ts';
import type { AliasDeclaration, DeclaredField, InterfaceDeclaration } from './type-declaration.ts';

/** Returns the text of an interface. @param kind - the kind of the interface. */
export function interfaceText({ name, path, fields, isOpen }: InterfaceDeclaration, kind: string): string {
  const heritage = path === '' ? ' extends ImportedResourceProps' : '';
  const members = [...fields.map(interfaceMember), ...(isOpen ? ['  readonly [key: string]: unknown;'] : [])];
  const body = members.length === 0 ? '{}' : `{\n${members.join('\n')}\n}`;
  return `${interfaceComment(path, kind)}export interface ${name}${heritage} ${body}\n`;
}

/** Returns the text of aliases; empty if there are none. */
export function aliasText(aliases: readonly AliasDeclaration[]): string {
  if (aliases.length === 0) return '';
  const lines = aliases.map(({ name, aliasOf }) => `export type ${name} = ${aliasOf};\n`);
  return `// The same fields in other places\n\n${lines.join('')}`;
}

function interfaceComment(path: string, kind: string): string {
  const words = path === '' ? `The fields of a ${kind}.` : `\`${path}\` of a ${kind}.`;
  return `/** ${commentLines(words).join(' ')} */\n`;
}

function interfaceMember({ name, isRequired, type, documentation }: DeclaredField): string {
  const comment = documentation === '' ? '' : `${commentText(documentation.split('\n'), '  ')}\n`;
  // A long union begins on its own line.
  const separator = type.startsWith('\n') ? ':' : ': ';
  return `${comment}  readonly ${interfaceFieldName(name)}${isRequired ? '' : '?'}${separator}${type};`;
}

function interfaceFieldName(name: string): string {
  return isPlainName(name) ? name : literal(name);
}
