// In come the test runner's events, out goes text: node's own `spec` report and one closing line.
// Called by `node --test`, as scripts of package.json say.

import { Readable } from 'node:stream';
import { spec, type TestEvent } from 'node:test/reporters';

/**
 * Reports like `spec` and ends with `N passed, N failed`.
 *
 * A skipped or unfinished test fails the run, and so does a run without tests: a missing tool must not look like
 * success.
 */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const counts = { passed: 0, failed: 0, skipped: 0 };

  async function* counted(): AsyncGenerator<TestEvent> {
    for await (const event of events) {
      if (event.type === 'test:summary' && event.data.file === undefined) {
        const { tests, passed, skipped, todo } = event.data.counts;
        counts.passed = passed;
        counts.skipped = skipped + todo;
        // If a hook fails after its tests, the run fails without a failed test.
        counts.failed = Math.max(tests - passed - counts.skipped, event.data.success ? 0 : 1);
      }
      yield event;
    }
  }

  for await (const text of Readable.from(counted()).compose(spec())) yield String(text);

  if (counts.skipped > 0) yield `\n${counts.skipped} skipped or unfinished, which this project counts as failed\n`;
  const failed = counts.failed + counts.skipped;
  if (failed > 0 || counts.passed === 0) process.exitCode = 1;
  yield `\n${counts.passed} passed, ${failed} failed\n`;
}
