import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { CustomResource } from '../../lib/index.ts';
import { checkedReport } from '../../lib/render/checked-report.ts';

const { definition } = CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Website',
  spec: z.object({}),
  status: z.object({ url: z.string().optional(), load: z.number().optional() }),
});

describe('the result of an author’s status callback', () => {
  it('a status report is accepted if it matches the definition without its conditions', () => {
    const report = {
      url: 'http://x',
      conditions: [{ type: 'Warm', status: 'True', reason: 'Filled', message: '' }],
    } as const;
    assert.equal(checkedReport(definition, report), report);
  });

  it('a status report is refused with the name of an undefined field', () => {
    assert.throws(() => checkedReport(definition, { phase: 'Running' }), {
      name: 'TerminalError',
      message:
        /^`status` returned fields that don't match the definition of Website: status\.phase: .*; correct them, leave them out, or define them$/,
    });
  });

  it('a status report is refused with the name of a field of the wrong type', () => {
    assert.throws(() => checkedReport(definition, { url: 1 }), /status\.url: must be text, and is 1;/);
  });

  it('a status report is refused with a number that is NaN', () => {
    assert.throws(
      () => checkedReport(definition, { load: 0 / 0 }),
      /status\.load: must be a number, and is NaN, which JSON doesn't have; correct them, leave them out,/,
    );
  });
});
