import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkProperties, PropertyError } from '../../../lib/testing/index.ts';
import { specProperties } from '../../../lib/testing/property/property-error.ts';
import { appendedItems } from './broken/appended-items.ts';
import { clockInRender } from './broken/clock-in-render.ts';
import { collidingName } from './broken/colliding-name.ts';
import { countedUpdate } from './broken/counted-update.ts';
import { deadField } from './broken/dead-field.ts';
import { deletedData } from './broken/deleted-data.ts';
import { endlessRequeue } from './broken/endless-requeue.ts';
import { forgottenCleanup } from './broken/forgotten-cleanup.ts';
import { keptChild } from './broken/kept-child.ts';
import { keptLabel } from './broken/kept-label.ts';
import { looseSchema } from './broken/loose-schema.ts';
import { missingRight } from './broken/missing-right.ts';
import { randomName } from './broken/random-name.ts';
import { removedBound } from './broken/removed-bound.ts';
import { residue } from './broken/residue.ts';
import { statusFromMemory } from './broken/status-from-memory.ts';
import { throwingRender } from './broken/throwing-render.ts';

const violatingProperties = [
  appendedItems,
  clockInRender,
  collidingName,
  countedUpdate,
  deadField,
  deletedData,
  endlessRequeue,
  forgottenCleanup,
  keptChild,
  keptLabel,
  looseSchema,
  missingRight,
  randomName,
  removedBound,
  residue,
  statusFromMemory,
  throwingRender,
];

describe('a check of properties', () => {
  it('each property of a spec is violated by one of the broken operators', () => {
    const violated = new Set(violatingProperties.map(({ violates }) => violates));
    assert.deepEqual(violated, new Set(specProperties));
  });

  for (const { mistake, broken, healthy, from, violates } of violatingProperties) {
    it(`a check of properties finds an operator that ${mistake}`, async () => {
      await assert.rejects(checkProperties(broken, { from, limit: 12 }), (error) => {
        assert.ok(PropertyError.is(error), String(error));
        assert.equal(error.property, violates, error.message);
        return true;
      });
      const { specCount, refusedCount } = await checkProperties(healthy, { from, limit: 12 });
      assert.ok(specCount > 3 && refusedCount > 3, `${specCount} specs, ${refusedCount} refused`);
    });
  }
});
