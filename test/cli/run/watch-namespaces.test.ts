import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Failure } from '../../../lib/cli/failure.ts';
import { watchNamespaces } from '../../../lib/cli/run/watch-namespaces.ts';
import { bundle } from '../../olm/bundle/cache-operator.ts';

const confined = (...watchNamespaces: readonly string[]) => ({ watchNamespaces });

describe('the namespaces of a run', () => {
  it('are all that the definition allows by default', () => {
    for (const words of [undefined, '', ' , ']) assert.equal(watchNamespaces(words, confined('a')), undefined);
  });

  it('are the named ones, each once', () => {
    assert.deepEqual(watchNamespaces('b, a,b', {}), ['b', 'a']);
    assert.deepEqual(watchNamespaces('b', confined('a', 'b')), ['b']);
  });

  it('have valid names', () => {
    assert.throws(
      () => watchNamespaces('a,Foo Bar', {}),
      /^Failure: 'Foo Bar' is not a valid name of a namespace: give /,
    );
  });

  it('are never wider than the definition', () => {
    assert.throws(() => watchNamespaces('a,c,d', confined('a', 'b')), {
      name: new Failure('').name,
      message:
        'the operator may not watch c, d: its definition confines it to a, b; ' +
        'name some of those in --watch-namespaces or WATCH_NAMESPACE, or leave both out',
    });
  });

  it('are those of OLM if there is a bundle', () => {
    assert.deepEqual(watchNamespaces('c', { ...confined('a', 'b'), bundle }), ['c']);
  });
});
