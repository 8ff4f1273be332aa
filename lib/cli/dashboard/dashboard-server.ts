// In: a board. Out: the page that shows it, on a port of this machine. Called by `dashboard` and `dev`.

import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../clock/index.ts';
import { isSystemError } from '../../system/index.ts';
import { Failure } from '../failure.ts';
import type { Board } from './board.ts';
import { streamDetail, streamManager, streamRows } from './board-stream.ts';
import { requestAccess } from './request-access.ts';

const host = '127.0.0.1';

/** Headers of all responses: the page runs its own scripts only, in no other page's frame, and leaves no traces. */
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

/** Serves the page of a board to the user who knows its URL. */
export class DashboardServer implements AsyncDisposable {
  readonly #server: Server;
  #board: Board;
  readonly #clock: Clock;
  readonly #token = randomBytes(32).toString('base64url');
  readonly #files = pageFiles();
  #port = 0;

  /**
   * Opens a server.
   *
   * @param port - 0 lets the system choose.
   * @throws Failure if the port is in use or forbidden.
   */
  static async open(board: Board, port: number, clock: Clock): Promise<DashboardServer> {
    const server = new DashboardServer(board, clock);
    await server.#listen(port);
    return server;
  }

  private constructor(board: Board, clock: Clock) {
    this.#board = board;
    this.#clock = clock;
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  /** The URL for the user's browser, with the token. */
  get url(): string {
    return `http://${host}:${this.#port}/?token=${this.#token}`;
  }

  /** Shows another board, also in the pages that are open. */
  show(board: Board): void {
    this.#board = board;
    // Browsers connect again.
    this.#server.closeAllConnections();
  }

  /** Closes the server and all its connections. */
  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #listen(port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (cause) =>
        reject(
          isSystemError(cause, 'EADDRINUSE', 'EACCES')
            ? new Failure(`port ${port} is in use or not allowed: choose another port`, { cause })
            : cause,
        ),
      );
      this.#server.listen({ host, port }, resolve);
    });
    const address = this.#server.address();
    this.#port = typeof address === 'object' && address !== null ? address.port : port;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const access = requestAccess(request, { token: this.#token, port: this.#port });
    switch (access.type) {
      case 'granted':
        this.#answerGranted(access.url, response);
        return;
      case 'cookie':
        response.writeHead(303, { ...headers, 'set-cookie': access.cookie, location: '/' }).end();
        return;
      case 'refused':
        response.writeHead(access.status, { ...headers, 'content-type': 'text/plain; charset=utf-8' });
        response.end(access.message);
    }
  }

  #answerGranted({ pathname, searchParams }: URL, response: ServerResponse): void {
    const file = this.#files.get(pathname === '/' ? '/index.html' : pathname);
    if (file !== undefined) {
      response.writeHead(200, { ...headers, 'content-type': file.contentType }).end(file.text);
    } else if (pathname === '/rows') {
      response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' });
      streamRows(this.#board, response, this.#clock);
    } else if (pathname === '/object') {
      response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' });
      streamDetail(this.#board, searchParams.get('uid') ?? '', response, this.#clock);
    } else if (pathname === '/manager') {
      response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' });
      streamManager(this.#board, response, this.#clock);
    } else {
      response.writeHead(404, { ...headers, 'content-type': 'text/plain; charset=utf-8' }).end('not found\n');
    }
  }
}

/** A file of the page. */
interface PageFile {
  readonly contentType: string;
  readonly text: string;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.js': 'text/javascript; charset=utf-8',
  '.ts': 'text/javascript; charset=utf-8',
};

/** In the published package the page is compiled; in a checkout its types are removed here. */
const scriptExtension = extname(import.meta.url);

/** Returns the files of the page: path in its URL → file. */
function pageFiles(): ReadonlyMap<string, PageFile> {
  const directory = join(import.meta.dirname, 'page');
  const names = readdirSync(directory).filter((name) => !name.endsWith('.d.ts'));
  return new Map(
    names.flatMap((name) => {
      const contentType = contentTypes[extname(name)];
      return contentType === undefined ? [] : [[`/${name}`, { contentType, text: pageText(directory, name) }]];
    }),
  );
}

function pageText(directory: string, name: string): string {
  // This module re-exports the package, which has no imports itself: the browser gets the package's own file.
  if (name === `preact${scriptExtension}`) return readFileSync(fileURLToPath(import.meta.resolve('preact')), 'utf8');
  const text = readFileSync(join(directory, name), 'utf8');
  if (name === 'index.html') return text.replace('main.js', `main${scriptExtension}`);
  return extname(name) === '.ts' ? stripTypeScriptTypes(text) : text;
}
