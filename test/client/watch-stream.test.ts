import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type ApiError, ConnectionError, isGone, type WatchEvent } from '../../lib/client/index.ts';
import { LineDecoder, watchEvents } from '../../lib/client/watch-stream.ts';
import { chunked } from './chunked.ts';

const kind = { group: '', version: 'v1', kind: 'Pod' };
const context = {
  call: { verb: 'watch', kind },
  peer: { server: new URL('https://kubernetes:6443'), source: 'test' },
} as const;

async function* stream(...chunks: readonly (Buffer | string)[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

async function events(...chunks: readonly (Buffer | string)[]): Promise<WatchEvent[]> {
  const all: WatchEvent[] = [];
  for await (const event of watchEvents(stream(...chunks), context)) all.push(event);
  return all;
}

function line(type: string, object: object): string {
  return `${JSON.stringify({ type, object })}\n`;
}

function pod(name: string, resourceVersion = '7') {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, uid: 'u', resourceVersion, creationTimestamp: '2030-01-01T00:00:00Z' },
  };
}

describe('a watch stream', () => {
  it('a watch stream yields the same events however the bytes are split', async () => {
    const sent = fc.array(
      fc.record({ type: fc.constantFrom('ADDED', 'MODIFIED', 'DELETED'), name: fc.string({ unit: 'grapheme' }) }),
    );
    await fc.assert(
      fc.asyncProperty(sent, fc.array(fc.nat()), async (changes, cuts) => {
        const bytes = Buffer.from(changes.map(({ type, name }) => line(type, pod(name))).join(''));
        const expected = changes.map(({ type, name }) => ({ type, object: pod(name) }));
        assert.deepEqual(await events(...chunked(bytes, cuts)), expected);
      }),
    );
  });

  it('a watch stream converts a bookmark into its version', async () => {
    const bookmark = { kind: 'Pod', apiVersion: 'v1', metadata: { resourceVersion: '42', creationTimestamp: null } };
    assert.deepEqual(await events(line('BOOKMARK', bookmark)), [{ type: 'BOOKMARK', resourceVersion: '42' }]);
  });

  it('a watch stream drops an incomplete last line', async () => {
    const whole = line('ADDED', pod('a'));
    assert.deepEqual(await events(whole, whole.slice(0, -20)), [{ type: 'ADDED', object: pod('a') }]);
  });

  it('throws an error that the server reports inside the stream, after the events before it', async () => {
    const expired = {
      kind: 'Status',
      code: 410,
      reason: 'Expired',
      message: 'too old resource version: 1 (9)',
      status: 'Failure',
    };
    const seen: WatchEvent[] = [];
    const watch = async () => {
      for await (const event of watchEvents(stream(line('ADDED', pod('a')) + line('ERROR', expired)), context))
        seen.push(event);
    };
    await assert.rejects(watch, (error: ApiError) => {
      assert.ok(isGone(error));
      assert.equal(error.message, "can't watch Pod.v1: too old resource version: 1 (9) (410 Expired)");
      return true;
    });
    assert.equal(seen.length, 1);
  });

  for (const [what, text] of Object.entries({
    'is not JSON': '<html>\n',
    'has no object': '{"type":"ADDED"}\n',
    'has an unknown type': line('MOVED', pod('a')),
  })) {
    it(`a watch stream throws when a line ${what}`, async () => {
      await assert.rejects(
        events(text),
        (error: ConnectionError) => ConnectionError.is(error) && error.failure === 'garbled',
      );
    });
  }
});

describe('LineDecoder', () => {
  it('LineDecoder returns the same lines however the bytes are split', () => {
    const line = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('\n'));
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat()), (lines, cuts) => {
        const decoder = new LineDecoder();
        const bytes = Buffer.from(lines.map((each) => `${each}\n`).join(''));
        assert.deepEqual(
          chunked(bytes, cuts).flatMap((chunk) => decoder.decode(chunk)),
          lines,
        );
      }),
    );
  });

  it('LineDecoder omits empty lines, and the text after the last newline', () => {
    assert.deepEqual(new LineDecoder().decode(Buffer.from('one\n\ntwo\npart')), ['one', 'two']);
  });

  it('LineDecoder joins a line of many chunks once, at its end', (t) => {
    const concat = t.mock.method(Buffer, 'concat');
    const decoder = new LineDecoder();
    const chunk = Buffer.alloc(16 * 1024, 'x');
    const chunkCount = 1024;
    for (let sent = 0; sent < chunkCount; sent += 1) assert.deepEqual(decoder.decode(chunk), []);
    const [line] = decoder.decode(Buffer.from('\n'));
    assert.equal(line?.length, chunkCount * chunk.length);
    assert.equal(concat.mock.callCount(), 1);
  });
});
