// Images of a registry on loopback that fails, delays, redirects and answers wrongly.

import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Clock } from '../../../lib/clock/index.ts';
import { jsonBlob, mediaTypes } from '../../../lib/oci/blob.ts';
import { ImageError, packedContainer, parseRegistryReference, readContainerImage } from '../../../lib/oci/index.ts';
import {
  BlobStore,
  openRegistrySource,
  RegistryClient,
  type RegistryLogin,
  readCurrentDigest,
} from '../../../lib/oci/registry/index.ts';
import { ManualClock } from '../../../lib/testing/index.ts';
import { twoPlatformImage } from '../two-platform-image.ts';
import { ScriptedRegistry, type SeenRequest } from './scripted-registry.ts';

const image = packedContainer(twoPlatformImage);
const amd64 = { os: 'linux', architecture: 'amd64' };

describe('an image in a registry', () => {
  let directory: string;
  let registry: ScriptedRegistry;
  let login: RegistryLogin | undefined;
  let waits: number[];

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-registry-'));
    registry = await ScriptedRegistry.start(image);
    login = undefined;
    waits = [];
  });

  afterEach(async () => {
    await registry[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  });

  /** A clock whose waits take no time. */
  const clock: Clock = Object.assign(new ManualClock(), {
    sleep: (ms: number) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });

  function client(): RegistryClient {
    const reference = parseRegistryReference(`${registry.host}/team/node:24-slim`);
    assert.ok(reference);
    return new RegistryClient(reference, { clock, login: () => Promise.resolve(login) });
  }

  const source = (digest = image.root.digest) => openRegistrySource(client(), digest, new BlobStore(directory));
  const pulled = async (digest?: string) => await readContainerImage(await source(digest), amd64);

  async function filesInStore(): Promise<readonly string[]> {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  /** Answers the first request of a path in this way, and later ones as the registry does. */
  function once(part: string, answer: (response: ServerResponse, request: SeenRequest) => void): void {
    let isDone = false;
    registry.answer = (request, response) => {
      if (isDone || !request.path.includes(part)) return false;
      isDone = true;
      answer(response, request);
      return true;
    };
  }

  const [firstLayer] = image.first.layers;
  assert.ok(firstLayer);

  it('an image is read by its digest, with the parts of one platform only', async () => {
    const { layers, start } = await pulled();
    assert.deepEqual(
      layers.map(({ diffId }) => diffId),
      twoPlatformImage.variants[0].layers.map(({ diffId }) => diffId),
    );
    assert.equal(start.env?.LANG, 'C.UTF-8');
    // Index, manifest, configuration, two layers.
    assert.equal(registry.seen.length, 5);
    assert.equal(registry.paths[0], `/v2/team/node/manifests/${image.root.digest}`);
    assert.match(registry.seen[0]?.headers.accept ?? '', /oci\.image\.index.*docker.*manifest\.list/);
  });

  it('an image that was read before is read without the registry', async () => {
    await pulled();
    const { length } = registry.seen;
    await pulled();
    assert.equal(registry.seen.length, length);
  });

  it('a damaged part in the cache is downloaded again', async () => {
    await pulled();
    await writeFile(join(directory, 'blobs', firstLayer.digest.replace(':', '/')), 'damaged');
    await pulled();
    assert.deepEqual(registry.paths.slice(5), [`/v2/team/node/blobs/${firstLayer.digest}`]);
  });

  it('the digest of a tag is that of its content, whatever a header claims', async () => {
    once('24-slim', (response) =>
      response
        .setHeader('docker-content-digest', `sha256:${'0'.repeat(64)}`)
        .end(Buffer.concat(image.blobs.at(-1)?.content ?? [])),
    );
    assert.equal(await readCurrentDigest(client(), '24-slim'), image.root.digest);
  });

  it('a tag that leads to a page or to another document has no digest', async () => {
    for (const page of ['<html>', '{"schemaVersion":1,"fsLayers":[]}']) {
      once('24-slim', (response) => response.end(page));
      await assert.rejects(
        readCurrentDigest(client(), '24-slim'),
        /the response for 24-slim is not the manifest of an image/,
      );
    }
  });

  it('a registry is read through the proxy of the environment, except a registry on this machine', async (test) => {
    const { env } = process;
    test.after(() => {
      process.env = env;
    });
    const connected: (string | undefined)[] = [];
    const proxy = createServer().on('connect', ({ url }, socket) => {
      connected.push(url);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    test.after(() => proxy.close());
    const address = proxy.address();
    assert.ok(address !== null && typeof address === 'object');
    const url = `http://127.0.0.1:${address.port}`;
    process.env = { PATH: env.PATH, https_proxy: url, http_proxy: url };
    const far = parseRegistryReference('registry.example.com/team/node:24');
    assert.ok(far);
    const ports = { clock, login: () => Promise.resolve(undefined) };
    await assert.rejects(readCurrentDigest(new RegistryClient(far, ports), '24'), ImageError);
    assert.equal(await readCurrentDigest(client(), '24-slim'), image.root.digest);
    assert.deepEqual([...new Set(connected)], ['registry.example.com:443']);
  });

  it('an image is read through redirects to other hosts, which don’t get the login', async () => {
    await using storage = await ScriptedRegistry.start(image);
    login = { username: 'me', password: 'secret' };
    registry.answer = ({ path, headers }, response) => {
      if (headers.authorization === undefined) {
        response.writeHead(401, { 'www-authenticate': 'Basic realm="registry"' }).end();
      } else if (path.includes('/blobs/')) {
        response.writeHead(307, { location: `http://${storage.host}${path}?signature=1` }).end();
      } else return false;
      return true;
    };
    storage.answer = ({ path }, response) => {
      const found = image.blobs.find(({ descriptor }) => path.includes(descriptor.digest));
      response.end(Buffer.concat(found?.content ?? []));
      return true;
    };
    await pulled();
    assert.equal(storage.seen.length, 3);
    assert.deepEqual([...new Set(storage.seen.map(({ headers }) => headers.authorization))], [undefined]);
    assert.equal(registry.seen[1]?.headers.authorization, `Basic ${Buffer.from('me:secret').toString('base64')}`);
  });

  it('a host of a redirect doesn’t get the login, even if the host asks for one', async () => {
    await using storage = await ScriptedRegistry.start();
    storage.answer = (_, response) => {
      response.writeHead(401, { 'www-authenticate': `Bearer realm="http://${storage.host}/token"` }).end();
      return true;
    };
    login = { username: 'me', password: 'secret' };
    once('manifests', (response) => response.writeHead(302, { location: `http://${storage.host}/x?token=t` }).end());
    await assert.rejects(pulled(), ({ message }: Error) => {
      assert.match(message, new RegExp(`^${storage.host} responds 401 to /x; check the name`));
      return true;
    });
    assert.deepEqual(storage.paths, ['/x?token=t']);
  });

  for (const [what, answer] of [
    [
      'breaks off with a known length',
      (response) => response.writeHead(200, { 'content-length': '999' }).write('a', () => response.destroy()),
    ],
    ['breaks off with an unknown length', (response) => response.write('a', () => response.destroy())],
    ['ends early', (response) => response.end('a')],
    ['never begins', (response) => response.destroy()],
    ['fails', (response) => response.writeHead(503).end('<html>')],
  ] as const satisfies readonly (readonly [string, (response: ServerResponse) => void])[]) {
    it(`an image is read at the second attempt if a layer ${what}`, async () => {
      once(firstLayer.digest, answer);
      await pulled();
      assert.equal(registry.seen.length, 6);
      assert.equal(waits.length, 1);
      assert.equal((await filesInStore()).length, 5);
    });
  }

  it('a refused request is repeated when the registry allows it, by seconds or by date', async () => {
    for (const after of ['7', new Date(clock.now() + 7000).toUTCString()]) {
      once('manifests', (response) => response.writeHead(429, { 'retry-after': after }).end());
      assert.equal(await readCurrentDigest(client(), '24-slim'), image.root.digest);
    }
    assert.deepEqual(waits, [7000, 7000]);
  });

  it('reading an image fails after five attempts, with the registry’s own words', async () => {
    registry.answer = (_, response) => {
      response.writeHead(429).end('{"errors":[{"code":"TOOMANYREQUESTS","message":"You have reached your limit"}]}');
      return true;
    };
    await assert.rejects(pulled(), (error: Error) => {
      assert.ok(error instanceof ImageError && error.cause instanceof Error);
      assert.match(error.message, /^the registry 127.* can't be read: try again later, or save the image/);
      assert.match(
        error.cause.message,
        /responds 429 to \/v2\/team\/node\/manifests\/sha256.*: You have reached your limit$/,
      );
      return true;
    });
    assert.equal(registry.seen.length, 5);
    assert.equal(waits.length, 4);
  });

  it('reading an image fails at once if the registry asks for a wait of an hour', async () => {
    once('manifests', (response) => response.writeHead(429, { 'retry-after': '3600' }).end());
    await assert.rejects(pulled(), /try again later/);
    assert.deepEqual(waits, []);
  });

  it('reading an image fails at once without a server, or if the registry doesn’t have the image', async () => {
    await assert.rejects(
      pulled(`sha256:${'0'.repeat(64)}`),
      /responds 404 to .*: unknown here; check the name; if the image is private, run `docker login 127/,
    );
    const { host } = registry;
    const reference = parseRegistryReference(`${host}/team/node:1`);
    assert.ok(reference);
    const gone = new RegistryClient(reference, { clock, login: () => Promise.resolve(undefined) });
    await registry[Symbol.asyncDispose]();
    await assert.rejects(readCurrentDigest(gone, '1'), (error: Error) => {
      assert.match(String(error.cause), /ECONNREFUSED/);
      return true;
    });
    registry = await ScriptedRegistry.start(image);
    assert.deepEqual(waits, []);
  });

  it('an error of the cache’s directory is reported as such, and not as one of the registry', async () => {
    const path = join(directory, 'file');
    await writeFile(path, '');
    await assert.rejects(openRegistrySource(client(), image.root.digest, new BlobStore(path)), { code: 'taken' });
    const missing = openRegistrySource(client(), image.root.digest, new BlobStore('/proc/cache'));
    await assert.rejects(missing, { code: 'ENOENT', syscall: 'mkdir' });
    assert.deepEqual(waits, []);
  });

  const endless = (response: ServerResponse) => {
    const more = () => response.write(Buffer.alloc(2 ** 20, 0x20));
    response.on('drain', more);
    more();
  };

  for (const [what, part, words, answer] of [
    [
      'a layer of other bytes',
      firstLayer.digest,
      /arrives with the digest sha256:/,
      (response) => response.end(Buffer.alloc(firstLayer.size)),
    ],
    ['a layer without an end', firstLayer.digest, new RegExp(`has more than ${firstLayer.size} bytes`), endless],
    ['a manifest without an end', 'manifests', /has more than 4194304 bytes/, endless],
    [
      'redirects without an end',
      'blobs',
      /redirects .* more than 5 times/,
      (response) => response.writeHead(302, { location: '?again' }).end(),
    ],
    [
      'a redirect to HTTP of another machine',
      'blobs',
      /refers to http:\/\/example\.com, and only HTTPS is used: use another registry/,
      (response) => response.writeHead(302, { location: 'http://example.com/a' }).end(),
    ],
    [
      'a redirect to a file',
      'blobs',
      /refers to file:\/\/, and only HTTPS is used/,
      (response) => response.writeHead(302, { location: 'file:///etc/hosts' }).end(),
    ],
  ] as const satisfies readonly (readonly [string, string, RegExp, (response: ServerResponse) => void])[]) {
    it(`an image is refused at once if the registry sends ${what}`, async () => {
      registry.answer = (request, response) => {
        if (!request.path.includes(part)) return false;
        answer(response);
        return true;
      };
      await assert.rejects(pulled(), (error: Error) => {
        assert.ok(error instanceof ImageError);
        assert.match(error.message, words);
        return true;
      });
      assert.deepEqual(waits, []);
      assert.ok((await filesInStore()).every((name) => /^[0-9a-f]{64}$/.test(name)));
      assert.ok(!(await filesInStore()).includes(firstLayer.digest.slice('sha256:'.length)));
    });
  }

  for (const [what, descriptor, words] of [
    ['a digest that is a path', { digest: 'sha256:../../../../tmp/x', size: 1 }, /is not the manifest of an image/],
    ['a weak digest', { digest: `md5:${'0'.repeat(32)}`, size: 1 }, /is not the manifest of an image/],
    [
      'a layer of 2 GiB',
      { digest: `sha256:${'0'.repeat(64)}`, size: 2 ** 31 },
      /has 2147483648 bytes, and at most 1073741824 are read/,
    ],
  ] as const) {
    it(`an image is refused without a download if its manifest names ${what}`, async () => {
      const config = jsonBlob(mediaTypes.config, { ...amd64 });
      const layers = [{ mediaType: mediaTypes.layer, ...descriptor }];
      const manifest = jsonBlob(mediaTypes.manifest, { schemaVersion: 2, config: config.descriptor, layers });
      registry.answer = ({ path }, response) => {
        const found = [config, manifest].find((each) => path.endsWith(each.descriptor.digest));
        response.end(Buffer.concat(found?.content ?? []));
        return true;
      };
      await assert.rejects(pulled(manifest.descriptor.digest), words);
      assert.ok(registry.seen.length <= 2);
    });
  }

  it('an image is read with a token of the server that the registry names, which is renewed', async () => {
    await using tokens = await ScriptedRegistry.start();
    let given = 0;
    tokens.answer = (_, response) => {
      given += 1;
      response.end(JSON.stringify({ token: `token-${given}` }));
      return true;
    };
    // Each token is good for three requests.
    registry.answer = ({ headers }, response) => {
      const uses = registry.seen.filter((each) => each.headers.authorization === headers.authorization).length;
      if (headers.authorization !== undefined && uses <= 3) return false;
      const challenge = `Bearer realm="http://${tokens.host}/token?a=1",service="a registry",scope="repository:team/node:pull"`;
      response.writeHead(401, { 'www-authenticate': challenge }).end();
      return true;
    };
    login = { username: 'me', password: 'secret' };
    await pulled();
    assert.equal(tokens.seen.length, 2);
    assert.equal(tokens.paths[0], '/token?a=1&scope=repository%3Ateam%2Fnode%3Apull&service=a+registry');
    assert.match(tokens.seen[0]?.headers.authorization ?? '', /^Basic /);
    assert.equal(registry.seen.at(-1)?.headers.authorization, 'Bearer token-2');
  });

  it('an identity token is exchanged for an access token in the body of a request', async () => {
    login = { identityToken: 'mine' };
    registry.answer = ({ path, body, headers }, response) => {
      if (path === '/token') {
        assert.equal(
          body,
          'scope=repository%3Ateam%2Fnode%3Apull&grant_type=refresh_token&client_id=operand&refresh_token=mine',
        );
        response.end('{"access_token":"theirs"}');
      } else if (headers.authorization === 'Bearer theirs') return false;
      else response.writeHead(401, { 'www-authenticate': `bearer Realm="http://${registry.host}/token"` }).end();
      return true;
    };
    await pulled();
  });

  for (const [what, challenge, words] of [
    ['a password, and the user has none', 'Basic realm="x"', /asks for a name and a password: run `docker login 127/],
    ['another kind of login', 'Negotiate', /asks for a login that is neither Basic nor a token/],
    [
      'a token of a server by HTTP',
      'Bearer realm="http://example.com/token"',
      /refers to http:\/\/example\.com, and only/,
    ],
    ['a token of no server', 'Bearer service="x"', /responds 404 to \/: unknown here/],
  ] as const) {
    it(`an image is refused if the registry asks for ${what}`, async () => {
      once('manifests', (response) => response.writeHead(401, { 'www-authenticate': challenge }).end());
      await assert.rejects(pulled(), words);
    });
  }
});
