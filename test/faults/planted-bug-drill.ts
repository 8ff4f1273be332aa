import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { LibraryCopy } from './library-copy.ts';
import { plantedBugs } from './planted-bug.ts';

/** Fault runs mostly wait. */
const concurrency = 2;

describe('The tests of reflector, store and queue', { concurrency }, () => {
  /** The copies that no test uses now. */
  let copies: LibraryCopy[] = [];

  before(async () => {
    copies = await Promise.all(Array.from({ length: concurrency }, LibraryCopy.create));
  });

  after(async () => {
    for (const copy of copies) await copy[Symbol.asyncDispose]();
  });

  async function inCopy<Result>(work: (copy: LibraryCopy) => Promise<Result>): Promise<Result> {
    const copy = copies.pop() ?? assert.fail('there are more tests at a time than copies');
    try {
      return await work(copy);
    } finally {
      copies.push(copy);
    }
  }

  for (const harness of new Set(plantedBugs.map((bug) => bug.harness))) {
    it(`find no bug in the current library: ${harness}`, async () => {
      assert.equal(await inCopy((copy) => copy.failure(harness)), undefined);
    });
  }

  for (const bug of plantedBugs) {
    it(`notice a library that ${bug.title}`, async () => {
      assert.match((await inCopy((copy) => copy.failureOf(bug))) ?? 'nothing', bug.failure);
    });
  }
});
