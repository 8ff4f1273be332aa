import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reportText } from '../../bench/report/report.ts';
import { synthText } from '../../bench/report/synth-section.ts';
import { type SynthRun, synthRun } from '../../bench/synth/run.ts';
import type { SubjectName } from '../../bench/synth/subject.ts';
import { machine } from './machine.ts';

function runOf(subject: SubjectName, round: number, seconds: number): SynthRun {
  return {
    subject,
    title: `The ${subject}`,
    round,
    startedAt: '2026-01-01T00:00:00Z',
    seconds,
    cpuSeconds: 2 * seconds,
  };
}

describe('the report on making bundles', () => {
  it('the report on making bundles has the median of the ratios to the chain in the same round', () => {
    const runs = [
      ...[1, 2, 4].map((seconds, index) => runOf('go-chain', index + 1, seconds)),
      ...[0.4, 1.2, 1.2].map((seconds, index) => runOf('operand', index + 1, seconds)),
      runOf('operand-ten', 1, 2.5),
    ];
    const text = synthText(runs);
    assert.match(text, /\| an operator, all outputs and checks, to the chain \| 0\.5× \| 0\.40× \| reached \|/);
    assert.match(text, /\| ten operators in one tree, s \| 0.8 \| 2\.50 \| \*\*missed\*\* \|/);
    assert.match(text, /\| The go-chain \| 3 \| 2\.00 \| 1\.00 \| 4\.00 \|/);
    assert.doesNotMatch(text, /through `cdk8s synth` \|/);
  });

  it('the report on making bundles is a section, which is empty without rounds', () => {
    const text = (synth: readonly SynthRun[]) =>
      reportText([{ machine, rounds: [], synth }]).get('benchmarks.md') ?? '';
    assert.match(
      text([runOf('operand', 1, 1)]),
      /^Measured on 2026-01-01 at commit e, on 2 cores.*\n## Making a bundle\n/ms,
    );
    assert.doesNotMatch(text([]), /Making a bundle/);
  });
});

describe('a run that makes a bundle', () => {
  const { signal } = new AbortController();
  const subject = (script: string) => ({ name: 'operand', title: 'a', script }) as const;

  it('a run that makes a bundle measures the time and the CPU of all its processes', async () => {
    const { seconds, cpuSeconds, round } = await synthRun(
      subject('for i in 1 2 3; do echo $i; done | cat >&2'),
      7,
      signal,
    );
    assert.ok(Number.isFinite(seconds) && Number.isFinite(cpuSeconds), `${seconds} s, ${cpuSeconds} s of CPU`);
    assert.equal(round, 7);
  });

  it('a run that makes a bundle fails with the output if one of its processes fails', async () => {
    await assert.rejects(synthRun(subject('echo no modules >&2; false | cat'), 1, signal), /no modules/);
  });
});
