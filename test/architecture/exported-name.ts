import ts from 'typescript';
import { type Import, lineOf, type Rule } from './source-file.ts';

/** An exported name is declared once in the library, so that it has one meaning. */
export const exportedNames: Rule = (files) => {
  const declared = new Map<string, string>();
  return files
    .filter(({ path }) => path.startsWith('lib/'))
    .flatMap(({ path, ast }) =>
      exportedDeclarations(ast).flatMap(({ name, node }) => {
        const first = declared.get(name) ?? path;
        declared.set(name, first);
        if (first === path) return [];
        return [`${path}:${lineOf(node)}: ${name} is declared in ${first}, too: give one of the two another name`];
      }),
    );
};

/** An exported value is imported by another file: any other is its file's own. Types describe what is exported. */
export const importedNames: Rule = (files) => {
  const imported = new Set(files.flatMap(({ ast, imports }) => importsIn(ast, imports)));
  return files
    .filter(({ path }) => path.startsWith('lib/'))
    .flatMap(({ path, ast }) =>
      exportedDeclarations(ast)
        .filter(({ node }) => !ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node))
        .filter(({ name }) => !imported.has(`${path} ${name}`) && !imported.has(`${path} *`))
        .map(({ name, node }) => `${path}:${lineOf(node)}: no other file imports ${name}: remove it or its \`export\``),
    );
};

/** Returns the imported names, each after the path of its file; `*` for all of a file. */
function importsIn(ast: ts.SourceFile, imports: readonly Import[]): string[] {
  const clauses = new Map<number, ts.NamedImports | ts.NamedExports>();
  for (const statement of ast.statements) {
    const clause = importClause(statement);
    if (clause !== undefined) clauses.set(lineOf(statement), clause);
  }
  return imports.flatMap(({ target, line }) => {
    const names = clauses.get(line)?.elements.map(({ name, propertyName }) => (propertyName ?? name).text) ?? ['*'];
    return names.map((name) => `${target} ${name}`);
  });
}

function importClause(statement: ts.Statement): ts.NamedImports | ts.NamedExports | undefined {
  const clause = ts.isImportDeclaration(statement)
    ? statement.importClause?.namedBindings
    : ts.isExportDeclaration(statement)
      ? statement.exportClause
      : undefined;
  return clause !== undefined && (ts.isNamedImports(clause) || ts.isNamedExports(clause)) ? clause : undefined;
}

function exportedDeclarations(ast: ts.SourceFile): readonly { readonly name: string; readonly node: ts.Node }[] {
  return ast.statements.filter(isExported).flatMap((statement) => {
    const declarations = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement];
    return declarations.flatMap((node) => {
      const { name } = node as { readonly name?: ts.Node };
      return name !== undefined && ts.isIdentifier(name) ? [{ name: name.text, node }] : [];
    });
  });
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
  );
}
