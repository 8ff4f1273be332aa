import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { ScriptedRegistry } from './scripted-registry.ts';

/** A server of tokens for {@link DistributionRegistry}, which accepts the user `me` with the password `secret`. */
export class TokenServer {
  readonly #server: ScriptedRegistry;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  private constructor(server: ScriptedRegistry) {
    this.#server = server;
    const login = `Basic ${Buffer.from('me:secret').toString('base64')}`;
    server.answer = ({ path, headers }, response) => {
      if (headers.authorization === login) response.end(JSON.stringify({ token: this.#token(path) }));
      else response.writeHead(401).end('{"errors":[{"message":"wrong user or password"}]}');
      return true;
    };
  }

  static async start(): Promise<TokenServer> {
    return new TokenServer(await ScriptedRegistry.start());
  }

  get host(): string {
    return this.#server.host;
  }

  /** The public key, as a set of JSON web keys. */
  get keys(): object {
    return { keys: [{ ...this.#keys.publicKey.export({ format: 'jwk' }), kid: 'test', alg: 'ES256', use: 'sig' }] };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
  }

  /** @see https://distribution.github.io/distribution/spec/auth/jwt/ */
  #token(path: string): string {
    const query = new URL(path, 'http://localhost').searchParams;
    const access = query.getAll('scope').map((scope) => {
      const [type, name, actions = ''] = scope.split(':');
      return { type, name, actions: actions.split(',') };
    });
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: 'operand',
      sub: 'me',
      aud: 'registry',
      exp: now + 300,
      nbf: now - 10,
      iat: now,
      jti: randomUUID(),
      access,
    };
    const parts = [{ typ: 'JWT', alg: 'ES256', kid: 'test' }, claims].map(encoded).join('.');
    const signature = sign('sha256', Buffer.from(parts), { key: this.#keys.privateKey, dsaEncoding: 'ieee-p1363' });
    return `${parts}.${signature.toString('base64url')}`;
  }
}

function encoded(document: object): string {
  return Buffer.from(JSON.stringify(document)).toString('base64url');
}
