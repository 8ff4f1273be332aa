// The tables of docs/writing-an-operator.md say what the schema room makes of each type.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import { parse } from 'yaml';
import { z } from 'zod';
import * as vocabulary from '../../lib/schema/index.ts';

const page = readFileSync(fileURLToPath(new URL('../../docs/writing-an-operator.md', import.meta.url)), 'utf8');

/** Rows with code in both cells. An ellipsis in the right one stands for what is too long to be shown. */
const rows = [...page.matchAll(/^\| `(?<type>[a-z][\w.]*\(.*\))` \| `(?<schema>.+)` \|$/gm)].map(({ groups }) => ({
  type: groups?.type ?? '',
  schema: groups?.schema ?? '',
}));

describe('a type of the documentation', () => {
  for (const { type, schema } of rows) {
    it(`becomes what its row says: ${type}`, () => {
      const scope = { z, ...vocabulary };
      const made: unknown = compileFunction(`return ${type}`, Object.keys(scope))(...Object.values(scope));
      assert.ok(made instanceof z.ZodType);
      const actual = vocabulary.structuralSchema(made);
      const expected: Record<string, unknown> = parse(`{${schema}}`);
      const shown = Object.entries(actual).map(([key, value]) => [key, expected[key] === '…' ? '…' : value]);
      assert.deepEqual(Object.fromEntries(shown), expected);
    });
  }

  it('is there for each word of the vocabulary', () => {
    const words = Object.keys(vocabulary).filter((name) => readsAsType(name));
    const told = rows.map(({ type }) => /^\w+/.exec(type)?.[0]);
    assert.deepEqual(
      words.filter((word) => !told.includes(word)),
      [],
    );
  });
});

/** Whether an export of the schema room makes types. */
function readsAsType(name: string): boolean {
  return !/^(admission|format|parse|policy|rule[A-Z]|schema|structural|unevaluable)|Error$/.test(name);
}
