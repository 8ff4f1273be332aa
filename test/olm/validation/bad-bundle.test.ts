// One mistake at a time: the right rule fires at the right place, and no other.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ruleSummaries, validate } from '../../../lib/olm/index.ts';
import { retiredRules, rules } from '../../../lib/olm/validation/rules/rule-book.ts';
import { badCases } from './cases/index.ts';
import { goodBundle } from './corpus/good-bundle.ts';

describe('a bundle with one mistake', () => {
  for (const {
    rule,
    severity,
    title,
    base,
    edit,
    file,
    path,
    says,
    also = [],
    audiences = [],
    categories,
  } of badCases) {
    it(`a bundle has a finding for ${title} [${rule}]`, () => {
      const draft = goodBundle(base ?? 'minimal');
      edit(draft);
      const found = validate(draft.content(), { audiences, ...(categories !== undefined && { categories }) });
      const others = found.filter((finding) => finding.rule !== rule && !also.includes(finding.rule));
      assert.deepEqual(others, []);
      const places = found.filter((finding) => finding.rule === rule).map((each) => `${each.file} ${each.path}`);
      assert.ok(places.includes(`${file} ${path}`), `found at ${JSON.stringify(places)} instead of ${file} ${path}`);
      const finding = found.find((each) => each.rule === rule && each.file === file && each.path === path);
      assert.equal(finding?.severity, severity);
      // Nothing is an error without a tool that rejects it.
      assert.equal(finding.rejection !== undefined, severity === 'error');
      if (says !== undefined) assert.match(`${finding.what}; ${finding.remedy}`, says);
      for (const other of also)
        assert.ok(
          found.some((each) => each.rule === other),
          `${other} hasn't fired`,
        );
    });
  }
});

describe('the rules', () => {
  it('rules of bundles have unique codes, listed in rule-codes.txt, which never change', () => {
    const listed = readFileSync(new URL('rule-codes.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n');
    const codes = [...ruleSummaries().map(({ id }) => id), ...Object.keys(retiredRules)];
    assert.deepEqual(codes.toSorted(), listed);
    for (const rule of Object.values(retiredRules)) assert.ok(codes.includes(rule), rule);
  });

  it('each rule of bundles has a bad bundle that breaks it', () => {
    const shown = new Set(badCases.map(({ rule }) => rule));
    assert.deepEqual(
      rules.map(({ id }) => id).filter((id) => !shown.has(id)),
      [],
    );
  });
});
