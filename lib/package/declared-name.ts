// In: the compiler's declaration of a module. Out: the names in it. Called by `described-declaration.ts`, which adds
// names.

import ts from '@typescript/typescript6';

/** A type that a package exports. */
export interface ForeignType {
  readonly name: string;
  /** The name of the package. */
  readonly module: string;
}

/** The name of a package's type in a module. */
export interface LocalName {
  readonly name: string;
  /** The required import statement; empty if the type is already imported. */
  readonly importText: string;
}

/** Returns the names that a module declares or imports. */
export function declaredNames(file: ts.SourceFile): ReadonlySet<string> {
  return new Set(file.statements.flatMap(namesIn));
}

/**
 * Returns the name for a package's type among those that a module declares: its imported name, or else its own name if
 * that is free.
 */
export function localName(file: ts.SourceFile, { name, module }: ForeignType): LocalName {
  const imported = file.statements
    .filter((statement) => isImportFrom(statement, module))
    .flatMap(importedMembers)
    .find((member) => (member.propertyName ?? member.name).text === name);
  if (imported !== undefined) return { name: imported.name.text, importText: '' };
  const free = freeName(name, declaredNames(file));
  const member = free === name ? name : `${name} as ${free}`;
  return { name: free, importText: `import type { ${member} } from '${module}';\n` };
}

/** Returns the names that a statement declares in its module. */
export function namesIn(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => (ts.isIdentifier(name) ? name.text : ''));
  }
  if (ts.isImportDeclaration(statement)) {
    const whole = statement.importClause?.name;
    const bindings = statement.importClause?.namedBindings;
    const names = [...(whole === undefined ? [] : [whole]), ...importedMembers(statement).map(({ name }) => name)];
    if (bindings !== undefined && ts.isNamespaceImport(bindings)) names.push(bindings.name);
    return names.map(({ text }) => text);
  }
  return isNamed(statement) && statement.name !== undefined ? [statement.name.text] : [];
}

function isNamed(statement: ts.Statement) {
  return (
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isModuleDeclaration(statement) ||
    ts.isImportEqualsDeclaration(statement)
  );
}

function isImportFrom(statement: ts.Statement, module: string): boolean {
  return (
    ts.isImportDeclaration(statement) &&
    ts.isStringLiteral(statement.moduleSpecifier) &&
    statement.moduleSpecifier.text === module
  );
}

function importedMembers(statement: ts.Statement): readonly ts.ImportSpecifier[] {
  const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
  return bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : [];
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 1; ; number += 1) {
    if (!taken.has(`${name}_${number}`)) return `${name}_${number}`;
  }
}
