import type { Rule } from './source-file.ts';

/** Words that docs/glossary.md replaces, and words that name no actor. */
const unwanted = new RegExp(
  [
    '\\b(?:sights?|troubles?|contests?|interlocks?|verdicts?|misfits?|rubbish|wordless|orphanage|stints?|leavings)\\b',
    '\\bfollowed (?:kind|reference)s?\\b',
    '\\b(?:whom|somebody|nobody(?!:|., user)|whoever|anew|for ever|likewise|held against|by and by)\\b',
    '\\b(?:mend(?:s|ed|ing)?|judge[sd]?|tells?|told|bears)\\b',
    '\\b(?:that|which) (?:is|are) no (?!longer|more)\\w+',
    '\\bin vain\\b',
    '\\b(?:thus|hence)\\b',
  ].join('|'),
  'gi',
);

/** The files of this rule, which quote the words. */
const exempt = /^test\/architecture\/(?:word|sentence)\.ts$/;

/** Names, comments and texts use the words of docs/glossary.md, and name the actor. */
export const words: Rule = (files) =>
  files
    .filter(({ path }) => !exempt.test(path))
    .flatMap(({ path, ast }) =>
      ast.text
        .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
        .split('\n')
        .flatMap((line, index) =>
          [...line.matchAll(unwanted)].map(
            ([word]) => `${path}:${index + 1}: '${word}': use a word of docs/glossary.md, and name the actor`,
          ),
        ),
    );

/** Comments begin with a verb or a noun. */
export const openings: Rule = (files) =>
  files
    .filter(({ path }) => !exempt.test(path))
    .flatMap(({ path, ast }) =>
      [...ast.text.matchAll(/^ *(?:\/\*\*(?:\n *\*)?|\/\/) (What|Whom|Where|Whether|Which|How|Who)\b/gm)].map(
        ([, word]) => `${path}: a comment begins with '${word}': begin with a verb or a noun`,
      ),
    );
