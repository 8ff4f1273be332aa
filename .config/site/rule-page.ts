// In: the rules for bundles. Out: a page for each, and their list. Called by `writeSiteSource`.

import { ruleSummaries } from '../../lib/olm/index.ts';
import { bundleRulesIntroduction, escapedMarkdown, formerCodes, ruleText } from '../bundle-rules.ts';

/** Returns the pages: path → Markdown. */
export function rulePages(): [string, string][] {
  const rules = ruleSummaries();
  const rows = rules.map(({ id, demand }) => `| [\`${id}\`](/bundle-rules/${id}) | ${escapedMarkdown(demand)} |\n`);
  const list = `# Rules for bundles\n\n${bundleRulesIntroduction}\n\n| code | requirement |\n|---|---|\n${rows.join('')}`;
  return [
    ['bundle-rules.md', `${list}\n${formerCodes((id) => `/bundle-rules/${id}`)}`],
    ...rules.map((rule): [string, string] => [
      `bundle-rules/${rule.id}.md`,
      `# ${rule.id}\n\n${ruleText(rule)}\nAll codes: [rules for bundles](/bundle-rules).\n`,
    ]),
  ];
}
