import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findings, type Judgement } from '../../../lib/olm/finding/judgement.ts';

const label = { id: 'image-labels', demand: 'Labels are annotations.', severity: 'error' } as const;
const channel = { id: 'channel-list', demand: 'Channels.', severity: 'warning', strict: ['community'] } as const;

const annotation = { file: 'b.yaml', path: 'annotations.channels' };
const effect: Judgement = {
  rule: label,
  violation: { place: { file: 'a.txt', path: 'channels' }, cause: annotation, what: 'differs', remedy: 'change' },
};
const cause: Judgement = { rule: channel, violation: { place: annotation, what: 'is wrong', remedy: 'correct' } };

describe('what is told of broken rules', () => {
  it('has the severity of the rule or of the place', () => {
    const { violation } = cause;
    const found = findings([cause, { rule: channel, violation: { ...violation, severity: 'error' } }]);
    assert.deepEqual(
      found.map(({ severity, rule }) => [severity, rule]),
      [
        ['warning', 'channel-list'],
        ['error', 'channel-list'],
      ],
    );
  });

  it('is an error for whoever is strict about it', () => {
    assert.equal(findings([cause], ['olm', 'community'])[0]?.severity, 'error');
    assert.equal(findings([cause], ['olm'])[0]?.severity, 'warning');
  });

  it('leaves out what has its cause where something is told already', () => {
    assert.deepEqual(
      findings([effect, cause]).map(({ rule }) => rule),
      ['channel-list'],
    );
    assert.deepEqual(
      findings([effect]).map(({ rule }) => rule),
      ['image-labels'],
    );
  });
});
