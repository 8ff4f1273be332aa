import { fieldPath } from '../schema/index.ts';
import { withArticle } from '../schema/structural/index.ts';
import { commentLines, commentText } from './doc-comment.ts';
import type { ImportedField, ImportedObject, Shape } from './imported-shape.ts';
import { isPlainName, literal } from './literal.ts';
import type { NameBook } from './name-book.ts';
import { singular, typeName } from './type-name.ts';

/** The declarations of a kind. */
export interface Declarations {
  /** The interfaces; each comes before those inside it. */
  readonly interfaces: readonly InterfaceDeclaration[];
  readonly aliases: readonly AliasDeclaration[];
}

/** The type of objects with known fields. */
export interface InterfaceDeclaration {
  readonly name: string;
  /** The path of its objects, such as `spec.endpoints[]`. */
  readonly path: string;
  readonly fields: readonly DeclaredField[];
  readonly isOpen: boolean;
}

/** Another name of a type, for objects with the same fields at another path. */
export interface AliasDeclaration {
  readonly name: string;
  readonly aliasOf: string;
}

/** A field of a declared type. */
export interface DeclaredField extends Omit<ImportedField, 'shape'> {
  readonly type: string;
}

/** A root of a kind's types. */
export interface DeclarationRoot {
  readonly name: string;
  /** The prefix of the type names of its fields. @default its own name */
  readonly prefix?: string;
  /** The path; empty for the object as a whole. */
  readonly path: string;
  readonly shape: ImportedObject;
}

/**
 * Declares the types of all objects in the roots, including the roots.
 *
 * A name consists only of the path to its objects, so it stays when fields are added elsewhere. If objects at several
 * paths have the same fields, the shortest path names the type, and the others are aliases.
 */
export function typeDeclarations(roots: readonly DeclarationRoot[], names: NameBook): Declarations {
  const found = new Map<ImportedObject, InterfaceDeclaration>();
  const aliases: AliasDeclaration[] = [];
  const inside = new Map<ImportedObject, readonly ImportedObject[]>();
  let visits: readonly DeclarationRoot[] = roots;
  while (visits.length > 0) {
    const next: DeclarationRoot[] = [];
    for (const { name, prefix = name, path, shape } of visits) {
      const nested: DeclarationRoot[] = [];
      const fields = shape.fields.map((field): DeclaredField => {
        const place = { owner: prefix, path, field: field.name };
        return { ...field, type: declaredFieldType(field, typeText(field.shape, place, { names, nested })) };
      });
      next.push(...nested);
      const before = found.get(shape);
      if (before !== undefined) aliases.push({ name, aliasOf: before.name });
      else {
        found.set(shape, { name, path, fields, isOpen: shape.isOpen });
        inside.set(
          shape,
          nested.map((each) => each.shape),
        );
      }
    }
    visits = next;
  }
  const ordered = shapesParentsFirst(
    roots.map(({ shape }) => shape),
    inside,
  );
  return { interfaces: ordered.flatMap((shape) => found.get(shape) ?? []), aliases };
}

/** The properties of every object in TypeScript. */
const inherited: ReadonlySet<string> = new Set([
  ...['constructor', 'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable'],
  ...['toLocaleString', 'toString', 'valueOf'],
]);

/** Returns the type of a field. An object without the field may inherit a property of its name. */
function declaredFieldType({ name, isRequired }: ImportedField, type: string): string {
  return isRequired || !inherited.has(name) ? type : `${bracketed(type)} | Object['${name}']`;
}

/** Returns shapes with all shapes inside, each once. */
function shapesParentsFirst(
  roots: readonly ImportedObject[],
  inside: ReadonlyMap<ImportedObject, readonly ImportedObject[]>,
): ImportedObject[] {
  const ordered = new Set<ImportedObject>();
  const visit = (shape: ImportedObject): void => {
    if (ordered.has(shape)) return;
    ordered.add(shape);
    inside.get(shape)?.forEach(visit);
  };
  roots.forEach(visit);
  return [...ordered];
}

interface FieldPlace {
  readonly owner: string;
  readonly path: string;
  readonly field: string;
  /** The suffix after the field on the path to the value, `[]` for items. */
  readonly suffix?: string;
}

interface Naming {
  readonly names: NameBook;
  readonly nested: DeclarationRoot[];
}

function typeText(shape: Shape, place: FieldPlace, naming: Naming): string {
  const { suffix = '' } = place;
  switch (shape.is) {
    case 'text':
      return shape.text;
    case 'choice':
      return unionText(shape.members);
    case 'list':
      return `readonly ${bracketed(typeText(shape.of, { ...place, suffix: `${suffix}[]` }, naming))}[]`;
    case 'map':
      return `{ readonly [key: string]: ${typeText(shape.of, { ...place, suffix: `${suffix}{}` }, naming)} }`;
    case 'nullable':
      if (shape.of.is === 'choice') return unionText([...new Set([...shape.of.members, 'null'])]);
      return `${bracketed(typeText(shape.of, place, naming))} | null`;
    case 'object': {
      const name = naming.names.assign(...wantedTypeNames(place));
      naming.nested.push({ name, path: `${fieldPath(place.path, place.field)}${suffix}`, shape });
      return name;
    }
  }
}

/** Returns a type that can precede `[]` or `|`. */
function bracketed(text: string): string {
  return /^[\w$]+$/.test(text) ? text : `(${text})`;
}

const width = 90;

function unionText(members: readonly string[]): string {
  const line = members.join(' | ');
  return line.length <= width ? line : members.map((member) => `\n    | ${member}`).join('');
}

function wantedTypeNames({ owner, field, suffix = '' }: FieldPlace): readonly [string, ...string[]] {
  const name = typeName(field);
  const one = suffix === '' ? undefined : singular(name);
  const item = `${owner}${name}${suffix.endsWith('{}') ? 'Value' : 'Item'}`;
  if (suffix === '') return [`${owner}${name}`];
  return one === undefined ? [item] : [`${owner}${one}`, item];
}

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
  const words = path === '' ? `The fields of ${withArticle(kind)}.` : `\`${path}\` of ${withArticle(kind)}.`;
  return `/** ${commentLines(words).join(' ')} */\n`;
}

function interfaceMember({ name, isRequired, type, documentation }: DeclaredField): string {
  const comment = documentation === '' ? '' : `${commentText(documentation.split('\n'), '  ')}\n`;
  // A long union begins on its own line.
  const separator = type.startsWith('\n') ? ':' : ': ';
  return `${comment}  readonly ${isPlainName(name) ? name : literal(name)}${isRequired ? '' : '?'}${separator}${type};`;
}
