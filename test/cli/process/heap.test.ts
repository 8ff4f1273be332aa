import assert from 'node:assert/strict';
import { it } from 'node:test';
import { heapFlags } from '../../../lib/cli/process/heap.ts';

it('the heap saves memory in a container with less than 192 MiB, and not on a system without limits', () => {
  const limits = [128, 191, 192, 4096, 0].map((mebibytes) => mebibytes * 2 ** 20);
  assert.deepEqual(
    limits.map((limit) => heapFlags(limit).includes('--no-maglev')),
    [true, true, false, false, false],
  );
});
