import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { TerminalLogger } from '../../../lib/cli/dev/terminal-logger.ts';
import { ManualClock } from '../../../lib/testing/index.ts';

describe('the lines of dev for people', () => {
  /** Returns what a warning prints, without the time. */
  function warning(message: string, fields: object): string {
    const write = mock.method(process.stdout, 'write', () => true);
    try {
      new TerminalLogger(new ManualClock()).warn(message, { ...fields });
      return String(write.mock.calls[0]?.arguments[0]).slice(9);
    } finally {
      write.mock.restore();
    }
  }

  it('the terminal lines of dev have the fields of a warning', () => {
    assert.match(warning('no list', { kind: 'Note', error: new Error('busy') }), /: no list kind=Note error=busy\n$/);
  });

  it('the terminal lines of dev omit an error whose text is in the message', () => {
    assert.match(warning('no list: busy', { error: new Error('busy') }), /: no list: busy\n$/);
  });
});
