// In: declarations. Out: their formatted TypeScript text. Called for each kind. json-schema-to-typescript formats the
// interfaces, this module the line breaks.

import { compile, type JSONSchema } from 'json-schema-to-typescript';
import type { AliasDeclaration, DeclaredField, InterfaceDeclaration } from './declaration.ts';
import { commentLines, commentText } from './doc-comment.ts';
import { literal } from './literal.ts';
import { isPlainName } from './plain-name.ts';

/** Returns the text of each interface. @param kind - the kind of the interfaces. */
export async function interfaceTexts(all: readonly InterfaceDeclaration[], kind: string): Promise<string[]> {
  const text = await compile(rootOf(all), root, {
    bannerComment: '',
    additionalProperties: false,
    format: false,
    ignoreMinAndMaxItems: true,
  });
  const blocks = blocksOf(text);
  return all.map(({ name, path, fields }) => {
    const heritage = path === '' ? ' extends ImportedResourceProps' : '';
    const members = membersOf(blocks.get(name) ?? [], fields);
    const body = members.length === 0 ? '{}' : `{\n${members.join('\n')}\n}`;
    return `${about(path, kind)}export interface ${name}${heritage} ${body}\n`;
  });
}

/** Returns the text of aliases; empty if there are none. */
export function aliasText(aliases: readonly AliasDeclaration[]): string {
  if (aliases.length === 0) return '';
  const lines = aliases.map(({ name, aliasOf }) => `export type ${name} = ${aliasOf};\n`);
  return `// The same fields in other places\n\n${lines.join('')}`;
}

function about(path: string, kind: string): string {
  const words = path === '' ? `The fields of a ${kind}.` : `\`${path}\` of a ${kind}.`;
  return `/** ${commentLines(words).join(' ')} */\n`;
}

/** A name that no kind has, since names of kinds have no underscore. */
const root = '_ROOT';

/** Returns a schema with one field for each interface. */
function rootOf(all: readonly InterfaceDeclaration[]): JSONSchema {
  return {
    title: root,
    type: 'object',
    properties: Object.fromEntries(all.map((declaration) => [declaration.name, schemaOf(declaration)])),
  };
}

/** Names fields by number: names of built-in methods and keywords are not safe in every parser. */
function schemaOf({ name, fields, isOpen }: InterfaceDeclaration): JSONSchema {
  return {
    title: name,
    type: 'object',
    properties: Object.fromEntries(fields.map((field, index) => [`f${index}`, fieldSchema(field)])),
    required: fields.flatMap(({ isRequired }, index) => (isRequired ? [`f${index}`] : [])),
    additionalProperties: isOpen,
  };
}

function fieldSchema({ documentation, type }: DeclaredField): JSONSchema {
  return { tsType: type, ...(documentation !== '' && { description: documentation }) };
}

/** Returns the lines inside of each interface, by its name. */
function blocksOf(text: string): Map<string, string[]> {
  const blocks = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of text.split('\n')) {
    const [, name] = /^export interface (\w+) \{$/.exec(line) ?? [];
    if (name !== undefined) {
      current = [];
      blocks.set(name, current);
    } else if (line === '}') current = [];
    else current.push(line);
  }
  return blocks;
}

function membersOf(lines: readonly string[], fields: readonly DeclaredField[]): string[] {
  const members: string[] = [];
  let comment: string[] | undefined;
  for (const line of lines) {
    if (line === '/**') comment = [];
    else if (line === ' */') {
      members.push(commentText(comment ?? [], '  '));
      comment = undefined;
    } else if (comment !== undefined) comment.push(line.slice(3).trimEnd());
    else if (line.trim() === '') continue;
    else if (line.startsWith('    | ')) members.push(`${(members.pop() ?? '').slice(0, -1)}\n${line};`);
    else members.push(`  readonly ${named(line.trimEnd(), fields)};`);
  }
  return members;
}

/** Replaces the number of a member with its name. */
function named(member: string, fields: readonly DeclaredField[]): string {
  return member
    .replace(/^\[k: string\]/, '[key: string]')
    .replace(/^f(\d+)(?=\??:)/, (_, index: string) => fieldName(fields[Number(index)]?.name ?? ''));
}

function fieldName(name: string): string {
  return isPlainName(name) ? name : literal(name);
}
