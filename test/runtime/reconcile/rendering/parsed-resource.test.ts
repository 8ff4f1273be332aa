import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TerminalError } from '../../../../lib/api/index.ts';
import { parsedResource } from '../../../../lib/runtime/reconcile/rendering/rendered-resource.ts';
import { shelfKind } from '../../shelf.ts';
import { storedShelf } from '../rendered-box.ts';

describe('a stored object as callbacks receive it', () => {
  it('has the whole metadata, and a spec with its defaults', () => {
    const { spec: _, ...stored } = storedShelf('a');
    const { metadata, spec, status } = parsedResource(shelfKind, stored);
    assert.equal(metadata, stored.metadata);
    assert.deepEqual([spec, status], [{ boxes: {} }, {}]);
  });

  it('has the stored status', () => {
    const status = { labels: ['one'] };
    assert.equal(parsedResource(shelfKind, { ...storedShelf('a'), status }).status, status);
  });

  it('tolerates a field that an older or newer release has stored', () => {
    const spec = { boxes: {}, colour: 'red' };
    assert.deepEqual(parsedResource(shelfKind, { ...storedShelf('a'), spec }).spec, { boxes: {} });
  });

  it('is refused with the path when the spec doesn’t fit', () => {
    const spec = { boxes: { x: 3 } };
    assert.throws(
      () => parsedResource(shelfKind, { ...storedShelf('a'), spec }),
      (error) => TerminalError.is(error) && /^the stored spec of Shelf default\/a .*spec\.boxes.*x/.test(error.message),
    );
  });
});
