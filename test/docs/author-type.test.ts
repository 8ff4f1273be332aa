// Compares the tables of docs/writing-an-operator.md with the schema of each type.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import { parse } from 'yaml';
import { z } from 'zod';
import * as schemaModule from '../../lib/schema/index.ts';

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const page = readFileSync(root('docs/writing-an-operator.md'), 'utf8');

/** Rows with code in both cells. An ellipsis in the right one stands for text that is too long. */
const rows = [...page.matchAll(/^\| `(?<type>[a-z][\w.]*\(.*\))` \| `(?<schema>.+)` \|$/gm)].map(({ groups }) => ({
  type: groups?.type ?? '',
  schema: groups?.schema ?? '',
}));

/** The names of the types for authors: a file's name in camel case. */
const names = readdirSync(root('lib/schema/author'))
  .map((file) => file.replace('.ts', '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
  .filter((name) => name in schemaModule);

describe('a type of the documentation', () => {
  for (const { type, schema } of rows) {
    it(`a type of the documentation has the schema of its row: ${type}`, () => {
      const scope = { z, ...schemaModule };
      const made: unknown = compileFunction(`return ${type}`, Object.keys(scope))(...Object.values(scope));
      assert.ok(made instanceof z.ZodType);
      const actual = schemaModule.structuralSchema(made);
      const expected: Record<string, unknown> = parse(`{${schema}}`);
      const shown = Object.entries(actual).map(([key, value]) => [key, expected[key] === '…' ? '…' : value]);
      assert.deepEqual(Object.fromEntries(shown), expected);
    });
  }

  it('the documentation has each type for authors', () => {
    const documented = rows.map(({ type }) => /^\w+/.exec(type)?.[0]);
    assert.deepEqual(
      names.filter((name) => !documented.includes(name)),
      [],
    );
    assert.ok(names.includes('immutable'));
  });
});
