// Writes the page about the rules for bundles: of each, its own text, and the finding of the first bad bundle of the
// tests. Called by `npm run docs`; a test fails while the page is out of date.

import { type RatedRule, ruleSummaries, validate } from '../lib/olm/index.ts';
import { retiredRules } from '../lib/olm/validation/index.ts';
import { badCases } from '../test/olm/validation/cases/index.ts';
import { goodBundle } from '../test/olm/validation/corpus/good-bundle.ts';

/** The page, from the repository's root. */
export const bundleRulesFile = 'docs/bundle-rules.md';

/** Returns the content of {@link bundleRulesFile}. */
export function bundleRulesPage(): string {
  return `# Rules for bundles

\`operand bundle validate\` prints the code of a rule after each finding, in brackets. \`operand bundle explain CODE\` prints
the requirement of a rule, and the tools that reject a violation. Codes don't change, and a code is never used again. An error names the tool that rejects
the bundle, and an excerpt of its message; \`…\` stands for values. All tools accept a bundle with a warning.

${ruleSummaries().map(section).join('\n')}
## Former codes

Their mistakes are found by other rules.

| code | now |
|---|---|
${Object.entries(retiredRules)
  .map(([code, now]) => `| \`${code}\` | [\`${now}\`](#${now}) |\n`)
  .join('')}`;
}

function section(rule: RatedRule): string {
  const { id, demand } = rule;
  return `## ${id}\n\n${escaped(demand)}\n\n${reasons(rule).join('\n')}\n${example(id)}`;
}

function reasons({ rejection, strict }: RatedRule): readonly string[] {
  const all = [
    rejection === undefined ? '- Warning.' : `- Error. ${rejection.by}: \`${rejection.message}\``,
    ...(strict === undefined
      ? []
      : [`- Error with \`--for ${strict.audiences.join(',')}\`. ${strict.by}: \`${strict.message}\``]),
  ];
  return all;
}

function example(id: string): string {
  const shown = badCases.find(({ rule }) => rule === id);
  if (shown === undefined) return '';
  const draft = goodBundle(shown.base ?? 'minimal');
  shown.edit(draft);
  const { audiences = [], categories } = shown;
  const found = validate(draft.content(), { audiences, ...(categories !== undefined && { categories }) }).find(
    ({ rule, file, path }) => rule === id && file === shown.file && path === shown.path,
  );
  if (found === undefined) throw new Error(`no finding of ${id}`);
  const where = found.path === '' ? found.file : found.path;
  return `- Example: \`${where}\`: ${escaped(found.what)}.\n- Remedy: ${escaped(found.remedy)}.\n`;
}

/** Keeps Markdown from reading names as markup. */
function escaped(text: string): string {
  return text.replaceAll(/[<>*_|[\]`\\]/g, '\\$&');
}
