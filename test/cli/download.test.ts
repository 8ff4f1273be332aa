import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import { after, afterEach, before, describe, it } from 'node:test';
import { download } from '../../lib/cli/download.ts';

describe('a download', () => {
  let server: Server;
  let answer: RequestListener;

  before(async () => {
    // A proxy of this machine would answer in its place.
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

  it('is what the server answers in the end, to who the URL says is asking', async () => {
    answer = ({ url: path, headers }, response) => {
      if (path === '/old?a=1') response.writeHead(302, { location: '/new' }).end();
      else response.end(`${path} ${headers.authorization}`);
    };
    const bytes = await download(url('/old?a=1', 'me:p%40ss@'));
    assert.equal(Buffer.from(bytes).toString(), `/new Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  });

  const refusals: Readonly<Record<string, readonly [cause: RegExp, answer: RequestListener]>> = {
    'is refused': [/^the server answers 404 Not Found$/, (_, response) => response.writeHead(404).end()],
    'leads in circles': [/redirect count/, (_, response) => response.writeHead(302, { location: '/x' }).end()],
    'leads to a file': [/scheme/, (_, response) => response.writeHead(302, { location: 'file:///etc/hosts' }).end()],
    'is cut off': [
      /closed/,
      (_, response) => {
        response.writeHead(200, { 'content-length': '9' }).write('a', () => response.destroy());
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
    it(`fails where it ${what}, in one sentence without the password`, async () => {
      answer = handler;
      await assert.rejects(download(url('/x?token=secret', 'me:secret@')), (error: Error) => {
        const { href } = url('/x');
        assert.equal(error.message, `${href} can't be read: download it by hand, and name the file`);
        assert.match(causes(error), cause);
        return true;
      });
    });
  }
});

/** What the last of an error's causes says. */
function causes(error: Error): string {
  return error.cause instanceof Error ? causes(error.cause) : error.message;
}
