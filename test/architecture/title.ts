import ts from 'typescript';
import { lineOf, type Rule } from './source-file.ts';

/** Idioms that a reader has to guess, and words that Kubernetes has another word for. */
const unwanted =
  /\b(?:kinds? of others|(?:go|goes|going) on|all the same|without a word|be it|content with|for good|no news|heeds?|any more|on its way out)\b/;

/** The begin of a title without its subject, which a reader of a failure alone doesn't know. */
const subjectless = /^.(?:is|are|was|were|isn’t|aren’t|has|have|hasn’t|haven’t|may|can|can’t|needs?) /;

/** The titles of tests are plain sentences about behaviour, understood without their parents. */
export const titles: Rule = (files) =>
  files
    .filter(({ path }) => path.endsWith('.test.ts'))
    .flatMap(({ path, ast }) => {
      const violations: string[] = [];
      const visit = (node: ts.Node): void => {
        const title = ts.isCallExpression(node) ? titleOf(node) : '';
        const [phrase] = unwanted.exec(title) ?? [];
        if (phrase !== undefined)
          violations.push(`${path}:${lineOf(node)}: '${phrase}': name the actor and the action`);
        if (subjectless.test(title)) violations.push(`${path}:${lineOf(node)}: ${title}: begin with the subject`);
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
