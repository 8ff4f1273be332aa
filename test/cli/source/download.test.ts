import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import { after, afterEach, before, describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { downloadFile } from '../../../lib/cli/source/download.ts';

describe('a download', () => {
  let server: Server;
  let answer: RequestListener;

  before(async () => {
    // A proxy of this machine would answer instead of the servers.
    Object.assign(process.env, { NO_PROXY: '*', no_proxy: '*' });
    server = createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterEach(() => server.closeAllConnections());

  after(() => new Promise((resolve) => server.close(resolve)));

  const url = (path: string, login = '') => {
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    return new URL(`http://${login}127.0.0.1:${address.port}${path}`);
  };

  it('a download follows a redirect with the credentials of the URL', async () => {
    answer = ({ url: path, headers }, response) => {
      if (path === '/old?a=1') response.writeHead(302, { location: '/new' }).end();
      else response.end(`${path} ${headers.authorization}`);
    };
    const bytes = await downloadFile(url('/old?a=1', 'me:p%40ss@'));
    assert.equal(Buffer.from(bytes).toString(), `/new Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  });

  it('a download is the same for all encodings', async () => {
    for (const [encoding, encode] of Object.entries({ gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync })) {
      answer = (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(encode('kind: A'));
      assert.equal(Buffer.from(await downloadFile(url('/a.yaml'))).toString(), 'kind: A');
    }
  });

  it('a download sends no password to another server', async () => {
    const seen: (string | undefined)[] = [];
    const other = createServer(({ headers }, response) => {
      seen.push(headers.authorization);
      response.end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const bound = other.address();
    assert.ok(bound !== null && typeof bound === 'object');
    answer = (_, response) => response.writeHead(302, { location: `http://127.0.0.1:${bound.port}/` }).end();
    await downloadFile(url('/', 'me:secret@'));
    assert.deepEqual(seen, [undefined]);
    await new Promise((resolve) => other.close(resolve));
  });

  it('a download uses the proxy of the environment, except for excluded hosts', async () => {
    answer = ({ url: path }, response) => response.end(path);
    try {
      Object.assign(process.env, { http_proxy: url('').origin, no_proxy: '127.0.0.1' });
      const far = await downloadFile(new URL('http://definitions.example.com/a.yaml'));
      assert.equal(Buffer.from(far).toString(), 'http://definitions.example.com/a.yaml');
      assert.equal(Buffer.from(await downloadFile(url('/a.yaml'))).toString(), '/a.yaml');
    } finally {
      delete process.env.http_proxy;
      Object.assign(process.env, { no_proxy: '*' });
    }
  });

  it('a download fails after two minutes', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const asked = Promise.withResolvers<void>();
    answer = () => asked.resolve();
    const failed = assert.rejects(downloadFile(url('/never')), (error: Error) => {
      assert.match(causes(error), /^it took more than 120 s$/);
      return true;
    });
    await asked.promise;
    test.mock.timers.tick(120_000);
    await failed;
  });

  const refusals: Readonly<Record<string, readonly [cause: RegExp, answer: RequestListener]>> = {
    'is refused': [/^the server responds 404 Not Found$/, (_, response) => response.writeHead(404).end()],
    'has circular redirects': [/redirect count/, (_, response) => response.writeHead(302, { location: '/x' }).end()],
    'leads to a file': [/scheme/, (_, response) => response.writeHead(302, { location: 'file:///etc/hosts' }).end()],
    'is cut off': [
      /closed/,
      (_, response) => {
        response.writeHead(200, { 'content-length': '9' }).write('a', () => response.destroy());
      },
    ],
    'decompresses without an end': [
      /^it is larger than 64 MiB$/,
      (_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(65 * 2 ** 20)));
      },
    ],
    'has no end': [
      /^it is larger than 64 MiB$/,
      (_, response) => {
        const more = () => response.write(Buffer.alloc(2 ** 20));
        response.on('drain', more);
        more();
      },
    ],
  };

  for (const [what, [cause, handler]] of Object.entries(refusals)) {
    it(`a download fails if it ${what}, in one sentence without the password`, async () => {
      answer = handler;
      await assert.rejects(downloadFile(url('/x?token=secret', 'me:secret@')), (error: Error) => {
        const { href } = url('/x');
        assert.equal(error.message, `${href} can't be read: download it manually, and name the file`);
        assert.match(causes(error), cause);
        return true;
      });
    });
  }
});

/** Returns the message of an error's last cause. */
function causes(error: Error): string {
  return error.cause instanceof Error ? causes(error.cause) : error.message;
}
