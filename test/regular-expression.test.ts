// Finds what eslint-plugin-regexp doesn't: recheck analyses whole expressions, but none with look-arounds, which the lint rule does.

import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { check } from 'recheck';
import ts from 'typescript';
import { quantityNotation } from '../lib/schema/quantity/written-quantity.ts';
import { lineOf, readSourceFiles, type SourceFile, sourceFile } from './architecture/source-file.ts';

interface Expression {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

function expressionsOf(file: SourceFile): Expression[] {
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const [source, flags] = [node.text.slice(1, end), node.text.slice(end + 1)];
      found.push({ place: `${file.path}:${lineOf(node)}`, source, flags });
    }
    ts.forEachChild(node, visit);
  };
  visit(file.ast);
  return found;
}

/** Finds expressions that take more than linear time on some text, or that recheck can't decide within a minute. */
async function slowExpressions(files: readonly SourceFile[]): Promise<string[]> {
  const slow: string[] = [];
  for (const { place, source, flags } of files.flatMap(expressionsOf)) {
    // API servers match it in linear time; this process never does.
    if (source === quantityNotation.source) continue;
    const found = await check(source, flags, { checker: 'automaton', timeout: 60_000 });
    const hasLookaround = found.status === 'unknown' && found.error.kind === 'unsupported';
    if (found.status !== 'safe' && !hasLookaround) slow.push(`${place}: /${source}/${flags} is ${found.status}`);
  }
  return slow;
}

describe('a regular expression of the library', () => {
  it('each regular expression of the library without look-around takes linear time for any text', async () => {
    assert.deepEqual(await slowExpressions(readSourceFiles(resolve(import.meta.dirname, '..'), 'lib')), []);
  });

  it('a regular expression that takes quadratic or exponential time is reported', async () => {
    const planted = [String.raw`/^(?:[#][^\n]*\r?\n)+-/`, String.raw`/\/+$/`, '/^(a|a)+$/', '/^a+$/'];
    const slow = await slowExpressions([sourceFile('lib/planted.ts', planted.join(';\n'))]);
    assert.deepEqual(
      slow.map((each) => each.split(': ')[0]),
      ['lib/planted.ts:1', 'lib/planted.ts:2', 'lib/planted.ts:3'],
    );
  });
});
