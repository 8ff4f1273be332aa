// Compares the tables of docs/events-and-conditions.md, and the entries of docs/troubleshooting.md, with the reasons
// that the library writes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { healthyReasons, problemReasons, waitReasons } from '../../lib/api/index.ts';
import { standardConditionTypes } from '../../lib/reference/index.ts';
import { eventReasons } from '../../lib/runtime/event/index.ts';

const document = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const page = document('events-and-conditions.md');

/** Returns the table under a heading: reason → the second cell. */
function table(heading: string): Map<string, string> {
  const section = page.split(/^## /m).find((text) => text.startsWith(heading)) ?? '';
  const rows = section.matchAll(/^\| `(?<reason>\w+)` \| (?<second>[^|]+) \|/gm);
  return new Map([...rows].map(({ groups }) => [groups?.reason ?? '', groups?.second ?? '']));
}

describe('the documented reasons', () => {
  it('the documented reasons of conditions are those of the library', () => {
    const documented = [...table('Conditions').keys()];
    assert.deepEqual(documented.sort(), [...problemReasons, ...waitReasons, ...healthyReasons].sort());
  });

  it('the documented reasons of Events are those of the library', () => {
    assert.deepEqual([...table('Events').keys()].sort(), [...eventReasons].sort());
  });

  it('the documented reasons of conditions have the types that the pages of kinds list', () => {
    const types = table('Conditions');
    for (const { type, reasons } of standardConditionTypes) {
      for (const reason of Object.keys(reasons))
        assert.match(types.get(reason) ?? '', new RegExp(`\\b${type}\\b`), reason);
    }
  });
});

describe('the troubleshooting entries', () => {
  const entries = document('troubleshooting.md')
    .split(/^### /m)
    .slice(1)
    .map((text) => text.split('\n'));

  it('the troubleshooting entries are those of all reasons of problems and waits', () => {
    const documented = entries.map(([reason]) => reason);
    assert.deepEqual(documented.sort(), [...problemReasons, ...waitReasons, 'Annotated'].sort());
  });

  it('each troubleshooting entry has a cause, a way to see more, and a remedy', () => {
    for (const [reason, ...lines] of entries) {
      const parts = lines.flatMap((line) => /^- \*\*(?<part>[^*]+)\.\*\*/.exec(line)?.groups?.part ?? []);
      assert.deepEqual(parts, ['Cause', 'See more', 'Remedy'], reason);
    }
  });
});
