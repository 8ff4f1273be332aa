import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { standardConditionTypes } from '../../lib/reference/index.ts';

const reconcile = fileURLToPath(new URL('../../lib/runtime/reconcile/', import.meta.url));

/** The source lines that create conditions, without comparisons. */
const lines = readdirSync(reconcile, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => readFileSync(join(reconcile, file), 'utf8').split('\n'))
  .map((line) => line.replace(/[!=]== '\w+'/g, ''));

describe('the documented conditions', () => {
  it('the documented conditions are those that operators report', () => {
    assert.deepEqual(
      standardConditionTypes.map(({ type }) => type).toSorted(),
      distinct(lines.flatMap((line) => /\btype: '(\w+)', status: /.exec(line)?.[1] ?? [])),
    );
  });

  it('the documented conditions have the reasons that operators report', () => {
    const given = lines
      .filter((line) => /\breason(?::| =) |\breturn |^ {2}\S+: '[A-Z]\w+',$/.test(line))
      .map((line) => line.replace(/\b(?:type|status): '\w+'/g, ''))
      .flatMap((line) => line.match(/(?<=(?:return|[:?|]) ')(?:[A-Z][a-z]+)+(?=')/g) ?? []);
    assert.deepEqual(distinct(standardConditionTypes.flatMap(({ reasons }) => Object.keys(reasons))), distinct(given));
  });
});

function distinct(words: readonly string[]): string[] {
  return [...new Set(words)].toSorted();
}
