// In: the test runner's events. Out: capabilities.md of the app, if all tests pass. A reporter of `npm run drills`.

import { writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { capabilities, levels } from '../test/e2e/postgresql-cluster/capability.ts';

const page = fileURLToPath(new URL('../apps/postgresql-cluster/capabilities.md', import.meta.url));

/** A test that passed. */
interface Evidence {
  readonly file: string;
  readonly seconds: number;
}

/** Writes the page after a run in which every test of {@link capabilities} passed, and none failed. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const evidence = new Map<string, Evidence>();
  let failed = 0;
  for await (const { type, data } of events) {
    if (type === 'test:fail') failed += 1;
    if (type !== 'test:pass' || data.file === undefined) continue;
    evidence.set(data.name, { file: data.file, seconds: data.details.duration_ms / 1_000 });
  }
  const missing = capabilities.flatMap(({ shownBy }) => shownBy).filter((title) => !evidence.has(title));
  if (failed === 0 && missing.length === 0) await writeFile(page, capabilityPage(evidence));
  else
    yield `capabilities.md is as before: ${failed} failed; no test of these titles passed: ${missing.join('; ') || 'none'}\n`;
}

function capabilityPage(evidence: ReadonlyMap<string, Evidence>): string {
  const lines = ['# The capabilities of PostgreSQLCluster', '', introduction, ''];
  for (const [level, name] of Object.entries(levels)) {
    const shown = capabilities.filter((capability) => capability.level === Number(level));
    if (shown.length === 0) continue;
    lines.push(`## Level ${level}: ${name}`, '', '| capability | shown by | seconds |', '| --- | --- | ---: |');
    for (const { what, shownBy } of shown) {
      for (const [index, title] of shownBy.entries()) {
        const { file, seconds } = evidence.get(title) ?? { file: '', seconds: 0 };
        const link = `[${title}](${relative(dirname(page), file)})`;
        lines.push(`| ${index === 0 ? what : ''} | ${link} | ${seconds.toFixed(1)} |`);
      }
    }
    lines.push('');
  }
  return lines.join('\n');
}

const introduction = `\`npm run drills\` writes this page when all tests of PostgreSQLCluster pass: those on three real nodes, those on a real node
with backups, and those on the embedded cluster. The levels are those of the
[Operator Framework](https://sdk.operatorframework.io/docs/overview/operator-capabilities/).`;
