import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brandedError } from '../../lib/error/index.ts';

class SpaceError extends brandedError('SpaceError') {
  readonly code = 'no-space';
  readonly disk: string;

  constructor(disk: string, options?: ErrorOptions) {
    super(`${disk} is full`, options);
    this.disk = disk;
  }
}

describe('a branded error', () => {
  it('a branded error is an Error with its class’s name, and the given message and cause', () => {
    const cause = new Error('why');
    const error = new SpaceError('sda', { cause });
    const name: 'SpaceError' = error.name;
    assert.ok(error instanceof Error && error instanceof SpaceError);
    assert.deepEqual([name, error.code, error.message, error.cause], ['SpaceError', 'no-space', 'sda is full', cause]);
  });

  it('a branded error is recognised with the type of its class', () => {
    const thrown: unknown = new SpaceError('sda');
    assert.equal(SpaceError.is(thrown) && thrown.disk, 'sda');
  });

  it('a branded error of another copy of the library is recognised by its name', () => {
    const copy = { SpaceError: class extends brandedError('SpaceError') {} };
    assert.equal(SpaceError.is(new copy.SpaceError('sda is full')), true);
  });

  it('another error, or another value, is not recognised as a branded error', () => {
    class OtherError extends brandedError('OtherError') {}
    const others = [new OtherError(), new Error('sda is full'), { name: 'SpaceError' }, 'SpaceError', null, undefined];
    assert.deepEqual(others.filter(SpaceError.is), []);
  });
});
