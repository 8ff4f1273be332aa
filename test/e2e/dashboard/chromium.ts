// In: commands of the Chrome DevTools Protocol. Out: a headless Chromium that executes them. Used by the tests of the
// dashboard's page, and by `.config/dashboard-picture.ts`.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: object;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

/** One page of a Chromium of its own. */
export class Chromium implements AsyncDisposable {
  /** Errors of the page, after `Log.enable` and `Runtime.enable`. */
  readonly problems: string[] = [];
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  #session: string | undefined;
  #count = 0;

  static async start(): Promise<Chromium> {
    const browser = new Chromium();
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    browser.#session = String(sessionId);
    return browser;
  }

  private constructor() {
    this.#profile = mkdtempSync(join(tmpdir(), 'operand-chromium-'));
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--remote-debugging-pipe'];
    this.#process = spawn('chromium', [...flags, `--user-data-dir=${this.#profile}`], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    this.#process.once('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Chromium has ended'));
    });
    this.#process.once('error', (cause) => {
      const error = new Error('Chromium does not start: install the Debian package `chromium`', { cause });
      for (const { reject } of this.#waiting.values()) reject(error);
    });
    let text = '';
    (this.#process.stdio[4] as Readable).setEncoding('utf8').on('data', (piece: string) => {
      const messages = (text + piece).split('\0');
      text = messages.pop() ?? '';
      for (const message of messages) this.#receive(JSON.parse(message));
    });
  }

  /** Sends a command. @returns its result. */
  send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const id = ++this.#count;
    const response = Promise.withResolvers<Record<string, unknown>>();
    this.#waiting.set(id, response);
    const message = { id, method, params, ...(this.#session !== undefined && { sessionId: this.#session }) };
    (this.#process.stdio[3] as Writable).write(`${JSON.stringify(message)}\0`);
    return response.promise;
  }

  /** Returns the value of an expression in the page. */
  async evaluate(expression: string): Promise<unknown> {
    const options = { expression, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = (await this.send('Runtime.evaluate', options)) as {
      readonly result: { readonly value?: unknown };
      readonly exceptionDetails?: object;
    };
    if (exceptionDetails !== undefined) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
    return result.value;
  }

  /** Presses and releases a key, such as `ArrowDown`. */
  async press(key: string): Promise<void> {
    const text = key.length === 1 ? { text: key } : {};
    await this.send('Input.dispatchKeyEvent', { type: 'keyDown', key, ...text });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill();
    await ended;
    rmSync(this.#profile, { recursive: true, force: true });
  }

  #receive({ id, method = '', params, result, error }: Message): void {
    const isProblem = method === 'Runtime.exceptionThrown' || method === 'Log.entryAdded';
    if (isProblem) this.problems.push(JSON.stringify(params));
    const response = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || response === undefined) return;
    this.#waiting.delete(id);
    if (error === undefined) response.resolve(result ?? {});
    else response.reject(new Error(error.message));
  }
}
