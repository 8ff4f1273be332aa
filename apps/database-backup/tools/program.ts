// In: a database client's arguments and its input. Out: its output. Called by the engines. A client that fails is never
// taken for one that has ended.

import { type ChildProcess, spawn } from 'node:child_process';
import { pipeline, type Readable } from 'node:stream';
import { Failure, programFailure } from './failure.ts';

/** The start of a database client. */
export interface Program {
  /** The name of the program, and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Variables beside those of this process. @default none */
  readonly env?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** The standard input of a program. */
export type Input = AsyncIterable<Uint8Array | string> | Iterable<string>;

/**
 * Runs a program while the caller reads its output. The program ends if the caller stops reading.
 *
 * @param input - its standard input. @default empty
 * @throws the error of `input`; the signal's reason; otherwise Failure if the program fails.
 */
export async function* programOutput({ command, env, signal }: Program, input: Input = []): AsyncGenerator<Uint8Array> {
  const [name, ...args] = command;
  signal.throwIfAborted();
  const child = spawn(name, args, { env: { ...process.env, ...env } });
  const stop = () => child.kill();
  signal.addEventListener('abort', stop);
  const [ended, words] = [endOf(child), lastText(child.stderr)];
  let inputError: Error | undefined;
  async function* fed() {
    try {
      yield* input;
    } catch (error) {
      inputError = error instanceof Error ? error : new Error(String(error));
      child.kill();
    }
  }
  // A program that fails closes its input, and its exit code reports that.
  pipeline(fed, child.stdin, () => undefined);
  try {
    for await (const chunk of child.stdout) yield chunk as Uint8Array;
    const end = await ended;
    signal.throwIfAborted();
    if (end instanceof Error) throw new Failure(`${name} does not start: use an image with it`, { cause: end });
    if (inputError !== undefined) throw inputError;
    if (end !== 0) throw programFailure(name, await words);
  } finally {
    signal.removeEventListener('abort', stop);
    child.kill();
    await ended;
  }
}

/** Splits text into its lines. */
export async function* lines(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of content) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') yield rest;
}

/** Returns the same chunks once the first one is there: a missing file is an error before any change. */
export async function begun(content: AsyncIterable<Uint8Array>): Promise<AsyncGenerator<Uint8Array>> {
  const chunks = content[Symbol.asyncIterator]();
  const first = await chunks.next();
  return (async function* () {
    if (first.done === true) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  })();
}

/** Returns all items of a stream. */
export async function collected<Item>(stream: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

/** Returns the exit code, null after a signal, or the reason why the program couldn't start. */
async function endOf(child: ChildProcess): Promise<number | Error | null> {
  const { promise, resolve } = Promise.withResolvers<number | Error | null>();
  child.once('error', resolve).once('close', resolve);
  return await promise;
}

/** Returns the end of a text, however long it is. */
async function lastText(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) text = (text + String(chunk)).slice(-4096);
  return text;
}
