import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isRuleImplied } from '../../../../lib/olm/upgrade/schema/rule-implication.ts';

/** A formula over a whole number, as CEL and as a function. */
interface Formula {
  readonly text: string;
  readonly holds: (self: number) => boolean;
}

const comparisons: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
  '==': (one, other) => one === other,
  '!=': (one, other) => one !== other,
};

const comparison = fc
  .tuple(fc.constantFrom(...Object.entries(comparisons)), fc.integer({ min: -3, max: 3 }), fc.boolean())
  .map(
    ([[sign, compare], limit, isMirrored]): Formula =>
      isMirrored
        ? { text: `${limit} ${sign} self`, holds: (self) => compare(limit, self) }
        : { text: `self ${sign} ${limit}`, holds: (self) => compare(self, limit) },
  );

const formula = fc.letrec<{ formula: Formula }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 3 },
    comparison,
    fc.tuple(tie('formula'), tie('formula')).map(([one, other]) => ({
      text: `(${one.text}) && (${other.text})`,
      holds: (self: number) => one.holds(self) && other.holds(self),
    })),
    fc.tuple(tie('formula'), tie('formula')).map(([one, other]) => ({
      text: `(${one.text}) || (${other.text})`,
      holds: (self: number) => one.holds(self) || other.holds(self),
    })),
    fc.tuple(comparison, tie('formula'), tie('formula')).map(([test, one, other]) => ({
      text: `${test.text} ? (${one.text}) : (${other.text})`,
      holds: (self: number) => (test.holds(self) ? one.holds(self) : other.holds(self)),
    })),
  ),
})).formula;

const numbers = Array.from({ length: 15 }, (_, index) => index - 7);

describe('a rule', () => {
  it('a rule is implied by other rules only if every value that obeys them obeys it', () => {
    fc.assert(
      fc.property(formula, fc.array(formula, { maxLength: 3 }), (rule, rules) => {
        const texts = rules.map(({ text }) => text);
        if (!isRuleImplied(rule.text, texts)) return;
        const broken = numbers.find((self) => rules.every(({ holds }) => holds(self)) && !rule.holds(self));
        assert.equal(broken, undefined, `${rule.text} by ${texts.join('; ')}`);
      }),
      { numRuns: 3000 },
    );
  });

  for (const [rule, rules] of [
    ['self.a<=5', ['self.a <= 5 && self.b']],
    ['self.b && self.a <= 5', ['(self.a <= 5) && self.b && has(self.c)']],
    ['self.size() <= 10', ['self.size() <= 5']],
    ['self.size() != 9', ['5 > self.size()']],
    ['self.replicas >= -1', ['self.replicas == 0']],
    ["self.kind == 'a' || self.kind == 'b'", ["self.kind == 'b'"]],
    ['self.a && self.b', ['self.a', 'self.b']],
    ['self.?a.orValue(0) <= 7', ['self.?a.orValue(0) < 7 && true']],
  ] as const) {
    it(`the rule ${rule} is implied by ${rules.join('; ')}`, () => assert.equal(isRuleImplied(rule, rules), true));
  }

  for (const [rule, rules] of [
    ['self.a <= 4', ['self.a <= 5']],
    ['self.a < 5', ['self.a <= 5']],
    ['self.a', ['self.a || self.b']],
    ['self.a', ['self.c ? self.a && self.a : self.b']],
    ['self.a <= 5', ['self.b <= 5']],
    ['self.a <= 5', ['!(self.a <= 5)']],
    ['self.a <= 5', ['self.x - self.a <= 5']],
    ["self.b == ' && self.a'", ["self.b == ' && self.a' || self.c"]],
    ['self.a != 3', ['self.a != 4']],
    ['self.a', []],
  ] as const) {
    it(`the rule ${rule} is not implied by ${rules.join('; ') || 'nothing'}`, () =>
      assert.equal(isRuleImplied(rule, rules), false));
  }
});
