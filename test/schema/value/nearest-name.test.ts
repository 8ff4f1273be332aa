import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearestName } from '../../../lib/schema/value/nearest-name.ts';

describe('nearest', () => {
  for (const [text, names, meant] of [
    ['sise', ['size', 'storage'], 'size'],
    ['Size', ['size'], 'size'],
    ['szie', ['size', 'storage'], 'size'],
    ['synht', ['synth', 'run'], 'synth'],
    ['replica', ['replicas', 'replace'], 'replicas'],
    ['storageclass', ['storage', 'storageClass'], 'storageClass'],
    ['labls', ['labels', 'tables'], 'labels'],
    ['x', ['y'], undefined],
    ['color', ['size'], undefined],
    ['size', [], undefined],
  ] as const) {
    it(`nearestName returns ${meant ?? 'nothing'} for '${text}' among ${names.join(', ') || 'nothing'}`, () => {
      assert.equal(nearestName(text, names), meant);
    });
  }
});
