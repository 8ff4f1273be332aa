import ts from 'typescript';
import { lineOf, type Rule } from './source-file.ts';

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
