import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type RuleViolation, reportedFindings } from '../../../lib/olm/finding/rule-violation.ts';

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
  it('is an error where the rule or the place names the tool that rejects it, and else a warning', () => {
    const { violation } = cause;
    const rejection = { by: 'API server', message: 'Required value' } as const;
    const found = reportedFindings([
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

  it('is an error for an audience whose tools reject it, and names those', () => {
    const [found] = reportedFindings([cause], { audiences: ['olm', 'community'] });
    assert.deepEqual([found?.severity, found?.rejection?.by], ['error', 'catalog pipeline']);
    assert.equal(reportedFindings([cause], { audiences: ['olm'] })[0]?.severity, 'warning');
  });

  it('is an error by strictness alone, which names no tool', () => {
    const [found] = reportedFindings([cause], { isStrict: true });
    assert.deepEqual([found?.severity, found?.rejection], ['error', undefined]);
  });

  it('omits a violation whose cause is at a reported place', () => {
    assert.deepEqual(
      reportedFindings([effect, cause]).map(({ rule }) => rule),
      ['channel-list'],
    );
    assert.deepEqual(
      reportedFindings([effect]).map(({ rule }) => rule),
      ['image-labels'],
    );
  });
});
