import ts from 'typescript';
import { lineOf, type Rule } from './source-file.ts';

/** Idioms that a reader has to guess, and words that Kubernetes has another word for. */
const unwanted =
  /\b(?:kinds? of others|(?:go|goes|going) on|all the same|without a word|be it|content with|for good|no news|heeds?|any more|on its way out)\b/;

/** The titles of tests are plain sentences about behaviour. */
export const titles: Rule = (files) =>
  files
    .filter(({ path }) => path.endsWith('.test.ts'))
    .flatMap(({ path, ast }) => {
      const violations: string[] = [];
      const visit = (node: ts.Node): void => {
        const [phrase] = unwanted.exec(ts.isCallExpression(node) ? titleOf(node) : '') ?? [];
        if (phrase !== undefined)
          violations.push(`${path}:${lineOf(node)}: '${phrase}': name the actor and the action`);
        ts.forEachChild(node, visit);
      };
      visit(ast);
      return violations;
    });

/** Returns the title of a call of `describe` or `it`; empty for any other call. */
function titleOf({ expression, arguments: [title] }: ts.CallExpression): string {
  const isTest = ts.isIdentifier(expression) && ['describe', 'it'].includes(expression.text);
  const isText = title !== undefined && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title));
  return isTest && isText ? title.getText() : '';
}
