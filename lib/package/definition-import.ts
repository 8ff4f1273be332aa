// In: the modules and declarations of a package. Out: the same, which import from `operand-api` all that it exports.
// Called by `operand package`, so that users of a package don't install what only operators need.

import { posix } from 'node:path';
import ts from '@typescript/typescript6';
import type { CompiledFiles } from './compiled-file.ts';

/** The package with the definition side of this library. */
export const definitionPackage = 'operand-api';

/** Returns the names that the package exports, from the declarations of the library that an app imports. */
export function definitionNames(program: ts.Program, directory: string): ReadonlySet<string> {
  const from = posix.join(directory, 'index.ts');
  const { resolvedModule } = ts.resolveModuleName('operand', from, program.getCompilerOptions(), ts.sys);
  const path = resolvedModule?.resolvedFileName.replace(/index(?=\.(?:d\.)?ts$)/, 'api/author/index') ?? '';
  const file = program.getSourceFile(path);
  const checker = program.getTypeChecker();
  const symbol = file && checker.getSymbolAtLocation(file);
  return new Set(symbol === undefined ? [] : checker.getExportsOfModule(symbol).map(({ name }) => name));
}

/**
 * Returns the files with imports from `operand-api` in place of `operand`, if it exports all names of the import. Both
 * packages export the same values.
 *
 * @param names - the exported names.
 */
export function withDefinitionImports(files: CompiledFiles, names: ReadonlySet<string>): CompiledFiles {
  return new Map(
    [...files].map(([path, text]) => [path, /\.[jt]s$/.test(path) ? redirectedImports(path, text, names) : text]),
  );
}

function redirectedImports(path: string, text: string, names: ReadonlySet<string>): string {
  const ends: number[] = [];
  const visit = (node: ts.Node): void => {
    const { specifier, imported } = importOf(node) ?? {};
    if (
      specifier?.text === 'operand/schema' ||
      (specifier?.text === 'operand' && imported?.every((name) => names.has(name)))
    ) {
      ends.push(specifier.getStart() + `'operand`.length);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return ends.reduceRight((edited, end) => `${edited.slice(0, end)}-api${edited.slice(end)}`, text);
}

interface ImportedNames {
  readonly specifier: ts.StringLiteral;
  /** Undefined if a whole module is imported. */
  readonly imported: readonly string[] | undefined;
}

function importOf(node: ts.Node): ImportedNames | undefined {
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
    return { specifier: node.argument.literal, imported: node.qualifier && [firstName(node.qualifier)] };
  }
  if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return undefined;
  if (node.moduleSpecifier === undefined || !ts.isStringLiteral(node.moduleSpecifier)) return undefined;
  const bindings = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
  const isNamed = bindings !== undefined && (ts.isNamedImports(bindings) || ts.isNamedExports(bindings));
  const imported = isNamed ? bindings.elements.map(({ name, propertyName = name }) => propertyName.text) : undefined;
  return { specifier: node.moduleSpecifier, imported };
}

function firstName(name: ts.EntityName): string {
  return ts.isIdentifier(name) ? name.text : firstName(name.left);
}
