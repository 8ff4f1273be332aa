// Compares the codes of rules that docs/publishing-an-operator.md lists with those of the library.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { ruleSummaries } from '../../lib/olm/index.ts';

const page = readFileSync(new URL('../../docs/publishing-an-operator.md', import.meta.url), 'utf8');

/** Returns the codes in a cell: `-status` after `definition-versions` is `definition-status`. */
function codesIn(cell: string): readonly string[] {
  const words = [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
  const [prefix = ''] = words[0]?.split('-') ?? [];
  return words.map((word) => (word.startsWith('-') ? `${prefix}${word}` : word));
}

it('the table of rules for definitions names codes that exist', () => {
  const [, table = ''] = page.split('| rules | subject |\n|---|---|\n');
  const [rows = ''] = table.split('\n\n');
  const codes = rows.split('\n').flatMap((row) => codesIn(row.split('|')[1] ?? ''));
  const known = ruleSummaries().map(({ id }) => id);
  const isKnown = (code: string) =>
    code.endsWith('*') ? known.some((id) => id.startsWith(code.slice(0, -1))) : known.includes(code);
  assert.ok(codes.length > 15, String(codes.length));
  assert.deepEqual(
    codes.filter((code) => !isKnown(code)),
    [],
  );
});
