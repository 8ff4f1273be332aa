import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Clock, systemClock } from '../../../lib/clock/index.ts';
import { ProgressLine } from '../../../lib/testing/toolchain/progress-line.ts';

function setUp(isTTY: boolean) {
  let now = 0;
  let written = '';
  const clock: Clock = { ...systemClock, monotonic: () => now };
  const write = (text: string): void => {
    written += text;
  };
  const progress = new ProgressLine({ isTTY, columns: 20, write }, clock);
  const advance = (ms: number): void => {
    now += ms;
  };
  return { progress, advance, written: () => written };
}

describe('ProgressLine', () => {
  it('a progress line is redrawn on a terminal, cut to its width', () => {
    const { progress, written } = setUp(true);
    progress.show('building: one');
    progress.show('building: a very long line');
    assert.equal(written(), '\r\u001B[Kbuilding: one\r\u001B[Kbuilding: a very lo');
  });

  it('a progress line is written every half minute to an output other than a terminal', () => {
    const { progress, advance, written } = setUp(false);
    progress.show('0 s');
    advance(29_999);
    progress.show('29 s');
    advance(1);
    progress.show('30 s');
    assert.equal(written(), '0 s\n30 s\n');
  });

  it('a progress line stays on the terminal when the progress ends', () => {
    const { progress, written } = setUp(true);
    progress.show('building');
    progress.end('built');
    assert.ok(written().endsWith('\r\u001B[Kbuilt\n'));
  });
});
