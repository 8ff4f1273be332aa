// In: the shapes of a kind's spec and status. Out: what is declared for them, each with its name.
// Called for each kind, before its types are written.

import { fieldPath } from '../schema/index.ts';
import type { NameBook } from './name-book.ts';
import type { FieldShape, ObjectShape, Shape } from './shape.ts';
import { singular, typeName } from './type-name.ts';

/** What is declared for a kind. */
export interface Declarations {
  /** Parents before what is in them. */
  readonly interfaces: readonly InterfaceDeclaration[];
  readonly aliases: readonly AliasDeclaration[];
}

/** The type of objects with known fields. */
export interface InterfaceDeclaration {
  readonly name: string;
  /** Where its objects lie, such as `spec.endpoints[]`. */
  readonly path: string;
  readonly fields: readonly DeclaredField[];
  readonly isOpen: boolean;
}

/** Another name for a type, of what has the same fields elsewhere. */
export interface AliasDeclaration {
  readonly name: string;
  readonly aliasOf: string;
}

/** A field of a declared type. */
export interface DeclaredField extends Omit<FieldShape, 'shape'> {
  /** Its type in TypeScript. */
  readonly type: string;
}

/** Where the types of a kind begin. */
export interface DeclarationRoot {
  readonly name: string;
  /** What the names of its fields' types begin with. @default its own name */
  readonly prefix?: string;
  /** Empty for the object as a whole. */
  readonly path: string;
  readonly shape: ObjectShape;
}

/**
 * The types of what lies in the roots, those included.
 *
 * A name tells the way to its objects, and nothing else: it stays when fields are added elsewhere. Of objects with the same
 * fields in several places, those with the shortest way have the type, and all others a name for it.
 */
export function declarations(roots: readonly DeclarationRoot[], names: NameBook): Declarations {
  const found = new Map<ObjectShape, InterfaceDeclaration>();
  const aliases: AliasDeclaration[] = [];
  const inside = new Map<ObjectShape, readonly ObjectShape[]>();
  let visits: readonly DeclarationRoot[] = roots;
  while (visits.length > 0) {
    const next: DeclarationRoot[] = [];
    for (const { name, prefix = name, path, shape } of visits) {
      const nested: DeclarationRoot[] = [];
      const fields = shape.fields.map((field): DeclaredField => {
        const place = { owner: prefix, path, field: field.name };
        return { ...field, type: fieldType(field, typeText(field.shape, place, { names, nested })) };
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
  const ordered = parentsFirst(
    roots.map(({ shape }) => shape),
    inside,
  );
  return { interfaces: ordered.flatMap((shape) => found.get(shape) ?? []), aliases };
}

/** What TypeScript knows of every object. */
const inherited: ReadonlySet<string> = new Set([
  ...['constructor', 'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable'],
  ...['toLocaleString', 'toString', 'valueOf'],
]);

/** The type of a field. An object without it may have inherited something of its name. */
function fieldType({ name, isRequired }: FieldShape, type: string): string {
  return isRequired || !inherited.has(name) ? type : `${bracketed(type)} | Object['${name}']`;
}

/** Shapes with all that is in them, each once. */
function parentsFirst(
  roots: readonly ObjectShape[],
  inside: ReadonlyMap<ObjectShape, readonly ObjectShape[]>,
): ObjectShape[] {
  const ordered = new Set<ObjectShape>();
  const visit = (shape: ObjectShape): void => {
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
  /** What stands behind the field on the way to the value, `[]` for items. */
  readonly way?: string;
}

interface Naming {
  readonly names: NameBook;
  readonly nested: DeclarationRoot[];
}

function typeText(shape: Shape, place: FieldPlace, naming: Naming): string {
  const { way = '' } = place;
  switch (shape.is) {
    case 'text':
      return shape.text;
    case 'choice':
      return union(shape.members);
    case 'list':
      return `readonly ${bracketed(typeText(shape.of, { ...place, way: `${way}[]` }, naming))}[]`;
    case 'map':
      return `{ readonly [key: string]: ${typeText(shape.of, { ...place, way: `${way}{}` }, naming)} }`;
    case 'nullable':
      if (shape.of.is === 'choice') return union([...new Set([...shape.of.members, 'null'])]);
      return `${bracketed(typeText(shape.of, place, naming))} | null`;
    case 'object': {
      const name = naming.names.free(...wishes(place));
      naming.nested.push({ name, path: `${fieldPath(place.path, place.field)}${way}`, shape });
      return name;
    }
  }
}

/** A type that stands before `[]` or `|`. */
function bracketed(text: string): string {
  return /^[\w$]+$/.test(text) ? text : `(${text})`;
}

const width = 90;

function union(members: readonly string[]): string {
  const line = members.join(' | ');
  return line.length <= width ? line : members.map((member) => `\n    | ${member}`).join('');
}

function wishes({ owner, field, way = '' }: FieldPlace): readonly [string, ...string[]] {
  const name = typeName(field);
  const one = way === '' ? undefined : singular(name);
  const item = `${owner}${name}${way.endsWith('{}') ? 'Value' : 'Item'}`;
  if (way === '') return [`${owner}${name}`];
  return one === undefined ? [item] : [`${owner}${one}`, item];
}
