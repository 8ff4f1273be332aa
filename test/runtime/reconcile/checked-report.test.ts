import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { CustomResource } from '../../../lib/index.ts';
import { checkedReport } from '../../../lib/runtime/reconcile/checked-report.ts';

const { definition } = CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Website',
  spec: z.object({}),
  status: z.object({ url: z.string().optional() }),
});

describe('what an author’s status callback returned', () => {
  it('passes when it is as defined, conditions aside', () => {
    const report = {
      url: 'http://x',
      conditions: [{ type: 'Warm', status: 'True', reason: 'Filled', message: '' }],
    } as const;
    assert.equal(checkedReport(definition, report), report);
  });

  it('is refused with the name of a field that isn’t defined', () => {
    assert.throws(() => checkedReport(definition, { phase: 'Running' }), {
      name: 'TerminalError',
      message: /^`status` returned what Website doesn't define: status\.phase: .*; define it, or leave it out$/,
    });
  });

  it('is refused with the name of a field of the wrong type', () => {
    assert.throws(() => checkedReport(definition, { url: 1 }), /status\.url: /);
  });
});
