import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Audience } from '../../../lib/olm/finding/rejection.ts';
import { type RuleViolation, violationFindings } from '../../../lib/olm/finding/rule-violation.ts';

const label = {
  id: 'image-labels',
  demand: 'Labels are annotations.',
  rejection: { by: 'opm', message: 'no label' },
} as const;
const strict = { audiences: ['community'], by: 'catalog pipeline', message: 'no channel' } as const;
const channel = { id: 'channel-list', demand: 'Channels.', strict } as const;

const annotation = { file: 'b.yaml', path: 'annotations.channels' };
const effect: RuleViolation = {
  rule: label,
  violation: { place: { file: 'a.txt', path: 'channels' }, cause: annotation, what: 'differs', remedy: 'change' },
};
const cause: RuleViolation = { rule: channel, violation: { place: annotation, what: 'is wrong', remedy: 'correct' } };

describe('the findings of broken rules', () => {
  it('a broken rule is an error if the rule or the place names the rejecting tool, and a warning otherwise', () => {
    const { violation } = cause;
    const rejection = { by: 'API server', message: 'Required value' } as const;
    const found = violationFindings([
      cause,
      { rule: channel, violation: { ...violation, rejection } },
      { rule: label, violation },
      { rule: label, violation: { ...violation, severity: 'warning' } },
    ]);
    assert.deepEqual(
      found.map((each) => [each.severity, each.rejection?.by]),
      [
        ['warning', undefined],
        ['error', 'API server'],
        ['error', 'opm'],
        ['warning', undefined],
      ],
    );
  });

  it('a broken rule is an error for an audience whose tools reject the bundle, and names these tools', () => {
    const [found] = violationFindings([cause], { audiences: ['olm', 'community'] });
    assert.deepEqual([found?.severity, found?.rejection?.by], ['error', 'catalog pipeline']);
    assert.equal(violationFindings([cause], { audiences: ['olm'] })[0]?.severity, 'warning');
  });

  it('a broken rule is an error in strict mode, without a tool', () => {
    const [found] = violationFindings([cause], { isStrict: true });
    assert.deepEqual([found?.severity, found?.rejection], ['error', undefined]);
  });

  it('a violation whose cause is reported is omitted, unless the cause is a warning and the violation an error', () => {
    const rules = (all: RuleViolation[], audiences: Audience[] = []) =>
      violationFindings(all, { audiences }).map(({ rule }) => rule);
    assert.deepEqual(rules([effect, cause], ['community']), ['channel-list']);
    assert.deepEqual(rules([effect, cause]), ['image-labels', 'channel-list']);
    assert.deepEqual(rules([effect]), ['image-labels']);
  });

  it('a violation that causes an error is an error, and replaces the one that it causes', () => {
    const unknown: RuleViolation = {
      rule: { id: 'field-unknown', demand: 'Known fields.' },
      violation: { place: { file: 'a.txt', path: 'chanels' }, effect: effect.violation.place, what: '', remedy: '' },
    };
    assert.deepEqual(
      violationFindings([unknown, effect]).map(({ rule, rejection }) => [rule, rejection?.by]),
      [['field-unknown', 'opm']],
    );
  });
});
