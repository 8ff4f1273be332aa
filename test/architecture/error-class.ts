import ts from 'typescript';
import { lineOf, type Rule } from './source-file.ts';

/** An error class of the library extends what `brandedError` returns, so that each copy of the library recognises it. */
export const errorClasses: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('lib/') && !path.startsWith('lib/error/'))
    .flatMap(({ path, ast }) => {
      const found: string[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isClassLike(node) && node.heritageClauses?.some(extendsError)) {
          found.push(`${path}:${lineOf(node)}: ${node.name?.text ?? 'the class'} must extend brandedError(…)`);
        }
        ts.forEachChild(node, visit);
      };
      visit(ast);
      return found;
    });

function extendsError({ token, types }: ts.HeritageClause): boolean {
  const parent = types[0]?.expression;
  return (
    token === ts.SyntaxKind.ExtendsKeyword &&
    parent !== undefined &&
    ts.isIdentifier(parent) &&
    parent.text.endsWith('Error')
  );
}
