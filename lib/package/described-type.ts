import ts from '@typescript/typescript6';
import { commentText, fieldDocumentation, isPlainName } from '../import/index.ts';
import { declaredField, declaredFields, entrySchema, type OpenApiSchema } from '../schema/structural/index.ts';

/** The place of a type's text. */
export interface TypePlace {
  readonly checker: ts.TypeChecker;
  /** The scope; names outside of it are imported from their module. */
  readonly scope: ts.Node;
  /** The indentation of the first line. @default none */
  readonly indentation?: string;
}

/** Returns the text of a type, with the descriptions of the schema as doc comments. */
export function describedType(type: ts.Type, schema: OpenApiSchema | undefined, place: TypePlace): string {
  const { checker, scope, indentation = '' } = place;
  const inner = (part: ts.Type, partSchema: OpenApiSchema | undefined) => describedType(part, partSchema, place);

  const choice = choiceText(type, schema);
  if (choice !== undefined) return choice;
  if (!hasFields(checker, type)) return checker.typeToString(type, scope, ts.TypeFormatFlags.NoTruncation);
  if (type.isUnion()) return [...new Set(withUndefinedLast(type.types).map((part) => inner(part, schema)))].join(' | ');
  const element = elementType(checker, type);
  if (element !== undefined) {
    const item = inner(element, schema?.items);
    const isReadonly = type.symbol.name === 'ReadonlyArray';
    return `${isReadonly ? 'readonly ' : ''}${element.isUnion() ? `(${item})` : item}[]`;
  }
  const entry = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  const fields = checker.getPropertiesOfType(type);
  if (fields.length === 0 && entry) return `Record<string, ${inner(entry, schema && entrySchema(schema))}>`;

  const deeper = `${indentation}  `;
  const lines = inDefinitionOrder(fields, schema).map((field) => {
    const fieldSchema = schema && declaredField(schema, field.name);
    const isOptional = (field.flags & ts.SymbolFlags.Optional) !== 0;
    const text = describedType(checker.getTypeOfSymbol(field), fieldSchema, { checker, scope, indentation: deeper });
    const words = fieldSchema === undefined ? '' : fieldDocumentation(fieldSchema);
    return `${descriptionComment(words, deeper)}${deeper}${isPlainName(field.name) ? field.name : JSON.stringify(field.name)}${isOptional ? '?' : ''}: ${text};\n`;
  });
  if (entry !== undefined) lines.push(`${deeper}[field: string]: ${inner(entry, undefined)};\n`);
  return `{\n${lines.join('')}${indentation}}`;
}

/** Returns the description of a type or a field as a doc comment; empty for an empty one. */
export function descriptionComment(words: string, indentation: string): string {
  return words === '' ? '' : `${commentText(words.split('\n'), indentation)}\n`;
}

/** Returns the values of an enumeration in the order of the definition, which the compiler doesn't keep. */
function choiceText(type: ts.Type, schema: OpenApiSchema | undefined): string | undefined {
  const parts = type.isUnion() ? type.types : [type];
  const nothing = parts.filter(({ flags }) => (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) !== 0);
  const values = parts.filter((part) => part.isStringLiteral()).map(({ value }) => value);
  if (schema === undefined || values.length === 0 || values.length + nothing.length !== parts.length) return undefined;
  const ordered = (schema.enum ?? []).filter((value) => typeof value === 'string' && values.includes(value));
  if (ordered.length !== values.length) return undefined;
  const ends = nothing.map(({ flags }) => ((flags & ts.TypeFlags.Null) === 0 ? 'undefined' : 'null'));
  return [...ordered.map((value) => JSON.stringify(value)), ...ends].join(' | ');
}

/** Returns true if a type has fields to describe, which aren't in a named type. */
function hasFields(checker: ts.TypeChecker, type: ts.Type): boolean {
  if (type.isUnion()) return type.types.some((part) => hasFields(checker, part));
  const element = elementType(checker, type);
  if (element !== undefined) return hasFields(checker, element);
  if ((type.flags & ts.TypeFlags.Object) === 0 || type.isClassOrInterface() || checker.isTupleType(type)) return false;
  if (type.getCallSignatures().length > 0) return false;
  const entry = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  return checker.getPropertiesOfType(type).length > 0 || (entry !== undefined && hasFields(checker, entry));
}

function elementType(checker: ts.TypeChecker, type: ts.Type): ts.Type | undefined {
  return checker.isArrayType(type) ? type.getNumberIndexType() : undefined;
}

function withUndefinedLast(parts: readonly ts.Type[]): ts.Type[] {
  return parts.toSorted(
    (left, right) => (left.flags & ts.TypeFlags.Undefined) - (right.flags & ts.TypeFlags.Undefined),
  );
}

/** Sorts fields in the order of the definition, since the order of the compiler differs. */
function inDefinitionOrder(fields: readonly ts.Symbol[], schema: OpenApiSchema | undefined): ts.Symbol[] {
  const names = declaredFields(schema ?? {}).map(([name]) => name);
  const place = ({ name }: ts.Symbol) => (names.includes(name) ? names.indexOf(name) : names.length);
  return fields.toSorted((left, right) => place(left) - place(right));
}
