// In: the page about the embedded cluster. Out: the page with the table of Kubernetes' own conformance tests. Called by `npm run docs`.

import { publishedTests } from '../test/conformance/published/published-test.ts';

/** The page with the table, relative to the repository's root. */
export const conformancePage = 'docs/embedded-cluster.md';

const table = /<!-- conformance tests -->\n(?:\|.*\n)*/;

/** Returns the page with the current table. */
export function withConformanceTable(page: string): string {
  return page.replace(table, () => `<!-- conformance tests -->\n${publishedTable()}`);
}

/** Returns the table of Kubernetes' conformance tests, with the cases that show the same or a reason. */
function publishedTable(): string {
  const rows = Object.entries(publishedTests).flatMap(([topic, tests]) =>
    Object.entries(tests).map(([test, shown]) => {
      const result =
        typeof shown === 'string' ? `not shown: ${shown}` : shown.map((title) => `\`${title}\``).join(', ');
      return `| ${topic} ${test} | ${result} |\n`;
    }),
  );
  return ['| test | cases |\n', '|---|---|\n', ...rows].join('');
}
