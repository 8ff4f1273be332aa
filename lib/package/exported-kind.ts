// In: an app's program of the compiler, and its loaded entry point. Out: the custom resource classes that the entry
// point exports, with the texts of their types. Called by `published-module.ts`.

import { posix } from 'node:path';
import ts from '@typescript/typescript6';
import type { CustomResourceClass, ResourceDefinition } from '../api/index.ts';
import { declaredField, type OpenApiSchema, withArticle } from '../schema/structural/index.ts';
import { describedType } from './described-type.ts';
import { PackageError } from './package-error.ts';

/** A custom resource class that a package exports, with its types as text. */
export interface ExportedKind {
  /** The name of the class. */
  readonly name: string;
  /** The source file of the class. */
  readonly file: string;
  readonly definition: ResourceDefinition;
  readonly spec: DescribedFields;
  /** The status; undefined if it has no fields. */
  readonly status: DescribedFields | undefined;
}

/** The fields of a spec or a status as the text of a type, each with a doc comment. */
export interface DescribedFields {
  /** The written form: fields with a default are optional. */
  readonly input: string;
  /** The read form, with defaults. */
  readonly output: string;
  readonly schema: OpenApiSchema;
}

/**
 * Returns the custom resource classes that a module exports.
 *
 * @param module - the path of its source.
 * @param loaded - the module itself, with definitions that the types don't contain.
 * @throws PackageError if it exports nothing, or a custom resource class as default or under another name.
 */
export function exportedKinds(program: ts.Program, module: string, loaded: object): ExportedKind[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(module);
  const symbol = source && checker.getSymbolAtLocation(source);
  if (symbol === undefined) throw new PackageError(`${module} exports nothing: export the constructs of the package`);
  const classes = new Map(
    Object.entries(loaded).filter((entry): entry is [string, CustomResourceClass] => isCustomResource(entry[1])),
  );

  return checker.getExportsOfModule(symbol).flatMap((exported): ExportedKind[] => {
    const definition = classes.get(exported.name)?.definition;
    if (definition === undefined) return [];
    if (exported.name === 'default') {
      throw new PackageError(
        `${module} exports ${withArticle(definition.kind)} as default, which gives its types no name: export it by its name alone, \`export class ${definition.kind} extends …\``,
      );
    }
    const original = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const { valueDeclaration: declaration } = original;
    if (declaration === undefined || !ts.isClassDeclaration(declaration) || original.name !== exported.name) {
      throw new PackageError(
        `${module} exports ${exported.name}, which is not a class of that name: export the class itself`,
      );
    }
    const type = propertyType(checker, checker.getTypeOfSymbol(original), 'definition');
    const fields = (name: 'spec' | 'status'): DescribedFields => {
      // The default of an absent spec isn't one of its fields.
      const { default: _, ...schema } = declaredField(definition.schema.content, name) ?? {};
      const internals = propertyType(checker, propertyType(checker, type, name), '_zod');
      const text = (view: 'input' | 'output') =>
        describedType(propertyType(checker, internals, view), schema, { checker, scope: declaration });
      return { input: text('input'), output: text('output'), schema };
    };
    const hasStatus = Object.keys(definition.status.shape).length > 0;
    const file = declaration.getSourceFile().fileName;
    return [
      { name: original.name, file, definition, spec: fields('spec'), status: hasStatus ? fields('status') : undefined },
    ];
  });
}

/** Returns the statement that exports a kind's types from a package's entry point, if they aren't declared there. */
export function publishedNames({ name, file, status }: ExportedKind, index: string): string {
  if (file === index) return '';
  const parts = ['Props', 'Spec', 'SpecInput', ...(status === undefined ? [] : ['Status', 'StatusInput'])];
  const module = `./${posix.relative(posix.dirname(index), file)}`;
  return `export type { ${parts.map((part) => name + part).join(', ')} } from '${module}';\n`;
}

/**
 * Returns true if `CustomResource` created a value, also from another copy of the library. Imported kinds have schemas
 * instead.
 */
function isCustomResource(value: unknown): boolean {
  if (typeof value !== 'function' || !('definition' in value) || !('GVK' in value)) return false;
  const { definition } = value;
  return typeof definition === 'object' && definition !== null && 'spec' in definition && 'status' in definition;
}

function propertyType(checker: ts.TypeChecker, type: ts.Type, name: string): ts.Type {
  const property = checker.getPropertyOfType(type, name);
  if (property === undefined) throw new TypeError(`${checker.typeToString(type)} has no ${name}`);
  return checker.getTypeOfSymbol(property);
}
