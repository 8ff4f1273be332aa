// Writes the page about the rules for bundles: of each, its own text, and the finding of the first bad bundle of the
// tests. Called by `npm run docs`, and by `npm run docs:site`; a test fails while the page is out of date.

import { type RatedRule, ruleSummaries, validate } from '../lib/olm/index.ts';
import { retiredRules } from '../lib/olm/validation/index.ts';
import { badCases } from '../test/olm/validation/cases/index.ts';
import { goodBundle } from '../test/olm/validation/corpus/good-bundle.ts';

/** The page, from the repository's root. */
export const bundleRulesFile = 'docs/bundle-rules.md';

/** The explanation above the rules. */
export const bundleRulesIntroduction = `\`operand bundle validate\` prints the code of a rule after each finding, in brackets. \`operand bundle explain CODE\` prints
the requirement of a rule, and the tools that reject a violation. Codes don't change, and a code is never used again. An error names the tool that rejects
the bundle, and an excerpt of its message; \`…\` stands for values. All tools accept a bundle with a warning.`;

/** Returns the content of {@link bundleRulesFile}. */
export function bundleRulesPage(): string {
  const texts = ruleSummaries().map((rule) => `## ${rule.id}\n\n${ruleText(rule)}`);
  return `# Rules for bundles\n\n${bundleRulesIntroduction}\n\n${texts.join('\n')}\n${formerCodes((now) => `#${now}`)}`;
}

/** Returns the table of codes that other rules have replaced. */
export function formerCodes(link: (code: string) => string): string {
  const rows = Object.entries(retiredRules).map(([code, now]) => `| \`${code}\` | [\`${now}\`](${link(now)}) |\n`);
  return `## Former codes\n\nTheir mistakes are found by other rules.\n\n| code | now |\n|---|---|\n${rows.join('')}`;
}

/** Returns the requirement of a rule, the tools that reject a violation, and an example. */
export function ruleText(rule: RatedRule): string {
  return `${escapedMarkdown(rule.demand)}\n\n${reasons(rule).join('\n')}\n${example(rule.id)}`;
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
  return `- Example: \`${where}\`: ${escapedMarkdown(found.what)}.\n- Remedy: ${escapedMarkdown(found.remedy)}.\n`;
}

/** Keeps Markdown from reading names as markup. */
export function escapedMarkdown(text: string): string {
  return text.replaceAll(/[<>*_|[\]`\\]/g, '\\$&');
}
