// Compares the tables of docs/writing-an-operator.md with the schema of each type.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import { parse } from 'yaml';
import { z } from 'zod';
import * as vocabulary from '../../lib/schema/index.ts';

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const page = readFileSync(root('docs/writing-an-operator.md'), 'utf8');

/** Rows with code in both cells. An ellipsis in the right one stands for text that is too long. */
const rows = [...page.matchAll(/^\| `(?<type>[a-z][\w.]*\(.*\))` \| `(?<schema>.+)` \|$/gm)].map(({ groups }) => ({
  type: groups?.type ?? '',
  schema: groups?.schema ?? '',
}));

/** The names of the vocabulary: the file's name in camel case. */
const words = readdirSync(root('lib/schema/vocabulary'))
  .map((file) => file.replace('.ts', '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
  .filter((word) => word in vocabulary);

describe('a type of the documentation', () => {
  for (const { type, schema } of rows) {
    it(`has the schema of its row: ${type}`, () => {
      const scope = { z, ...vocabulary };
      const made: unknown = compileFunction(`return ${type}`, Object.keys(scope))(...Object.values(scope));
      assert.ok(made instanceof z.ZodType);
      const actual = vocabulary.structuralSchema(made);
      const expected: Record<string, unknown> = parse(`{${schema}}`);
      const shown = Object.entries(actual).map(([key, value]) => [key, expected[key] === '…' ? '…' : value]);
      assert.deepEqual(Object.fromEntries(shown), expected);
    });
  }

  it('exists for each name of the vocabulary', () => {
    const documented = rows.map(({ type }) => /^\w+/.exec(type)?.[0]);
    assert.deepEqual(
      words.filter((word) => !documented.includes(word)),
      [],
    );
    assert.ok(words.includes('immutable'));
  });
});
