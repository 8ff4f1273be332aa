import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Progress } from '../../../lib/cli/terminal/progress.ts';

describe('the progress of a command', () => {
  it('progress is a new line each time without a terminal', () => {
    const written: string[] = [];
    const progress = new Progress({ write: (text) => written.push(text) });
    progress.showProgress('boxes', { doneCount: 500, totalCount: 1200 });
    progress.showProgress('boxes', { doneCount: 1000, totalCount: 1200 });
    progress.clearBar();
    assert.deepEqual(written, ['boxes: 500 of 1200 objects\n', 'boxes: 1000 of 1200 objects\n']);
  });

  it('progress shows the number of refused objects', () => {
    const written: string[] = [];
    const progress = new Progress({ write: (text) => written.push(text) });
    progress.showProgress('boxes', { doneCount: 4, refusedCount: 1, totalCount: 4 });
    assert.deepEqual(written, ['boxes: 4 of 4 objects, 1 refused\n']);
  });

  it('progress on a terminal is a bar, within its width, that is cleared at the end', () => {
    const written: string[] = [];
    const progress = new Progress({ isTTY: true, columns: 46, write: (text) => written.push(text) });
    progress.showProgress('boxes', { doneCount: 600, totalCount: 1200 });
    progress.clearBar();
    progress.clearBar();
    assert.deepEqual(written, [`\r\u001B[K${'█'.repeat(12)}${'░'.repeat(12)} boxes: 600 of 1200 o`, '\r\u001B[K']);
  });

  it('progress is not cut on a terminal that reports no columns', () => {
    const written: string[] = [];
    const progress = new Progress({ isTTY: true, columns: 0, write: (text) => written.push(text) });
    progress.showProgress('boxes', { doneCount: 600, totalCount: 1200 });
    assert.match(written.join(''), /boxes: 600 of 1200 objects$/);
  });

  it('progress of no objects is shown as 0 of 0', () => {
    const written: string[] = [];
    new Progress({ isTTY: true, write: (text) => written.push(text) }).showProgress('boxes', {
      doneCount: 0,
      totalCount: 0,
    });
    assert.match(written.join(''), /0 of 0 objects/);
  });
});
