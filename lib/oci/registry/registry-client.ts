import { Backoff, type Clock } from '../../clock/index.ts';
import { ImageError } from '../image-error.ts';
import type { RegistryReference } from '../image-name.ts';
import {
  isTransientRegistryFailure,
  nextUrl,
  registryUrl,
  sendRegistryRequest,
  TransientFailure,
} from './registry-request.ts';
import { type RegistryResponse, responseError } from './registry-response.ts';
import { obtainAuthorization, type RegistryLogin } from './registry-token.ts';

/** The needs of a {@link RegistryClient}. */
export interface RegistryPorts {
  readonly clock: Clock;
  /** Returns the login for a repository; undefined for an anonymous user. Called only if the registry asks for one. */
  readonly login: (reference: RegistryReference) => Promise<RegistryLogin | undefined>;
}

const maxAttempts = 5;
const maxRedirects = 5;

/** The longest wait that a registry may ask for. */
const maxWaitMs = 60_000;

/**
 * The manifests and blobs of a repository.
 *
 * @see https://github.com/opencontainers/distribution-spec/blob/main/spec.md#pull
 */
export class RegistryClient {
  readonly #reference: RegistryReference;
  readonly #ports: RegistryPorts;
  readonly #backoff = new Backoff({ baseMs: 1000, maxMs: 8000 });
  #authorization: string | undefined;

  constructor(reference: RegistryReference, ports: RegistryPorts) {
    this.#reference = reference;
    this.#ports = ports;
  }

  /**
   * Reads `manifests/<tag or digest>` or `blobs/<digest>`. After a failure that may not last, reads it again from the first byte.
   *
   * @param accepted - the accepted media types.
   * @param take - reads the content; called for each attempt.
   * @throws ImageError if the registry refuses the request, can't be reached, or fails repeatedly; also the errors of
   *   `take`.
   */
  async read<Result>(
    path: string,
    accepted: readonly string[],
    take: (content: AsyncIterable<Uint8Array>) => Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      let failure: unknown;
      const fail = (error: unknown): never => {
        failure = error;
        throw error;
      };
      try {
        const { body } = await this.#requestWithLogin(path, accepted).catch(fail);
        return await take(receivedContent(body, fail));
      } catch (error) {
        // Other errors are those of `take`, such as of a full disk.
        if (ImageError.is(error) || (error !== failure && !TransientFailure.is(error))) throw error;
        const asked = TransientFailure.is(error) ? error.retryAfterMs : undefined;
        const waitMs = asked ?? this.#backoff.delayMs(attempt, this.#ports.clock);
        if (!isTransientRegistryFailure(error) || attempt === maxAttempts || waitMs > maxWaitMs)
          throw this.#unavailableError(error);
        await this.#ports.clock.sleep(waitMs);
      }
    }
  }

  #unavailableError(cause: unknown): ImageError {
    const { registry } = this.#reference;
    const remedy = 'try again later, or save the image as an archive or a layout';
    return new ImageError('unavailable', `the registry ${registry} can't be read: ${remedy}`, { cause });
  }

  async #requestWithLogin(path: string, accepted: readonly string[]): Promise<RegistryResponse> {
    const { registry, repository } = this.#reference;
    const first = registryUrl(registry, `/v2/${repository}/${path}`);
    const headers = accepted.length > 0 ? { accept: accepted.join(', ') } : {};
    let { response, url } = await this.#requestWithRedirects(first, headers);
    // Only the registry itself may ask for the login, not a host that it redirects to.
    if (response.statusCode === 401 && url.origin === first.origin) {
      await response.body.dump();
      const login = await this.#ports.login(this.#reference);
      this.#authorization = await obtainAuthorization(response, this.#reference, { login, clock: this.#ports.clock });
      ({ response, url } = await this.#requestWithRedirects(first, headers));
    }
    if (response.statusCode === 200) return response;
    throw await responseError(response, url, { registry, clock: this.#ports.clock });
  }

  /** Follows redirects. The login is sent to the first host only. */
  async #requestWithRedirects(
    first: URL,
    headers: Readonly<Record<string, string>>,
  ): Promise<{ readonly response: RegistryResponse; readonly url: URL }> {
    let url = first;
    let authorization = this.#authorization;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const response = await sendRegistryRequest(url, {
        method: 'GET',
        headers: { ...headers, ...(authorization && { authorization }) },
      });
      const { location } = response.headers;
      if (![301, 302, 303, 307, 308].includes(response.statusCode) || typeof location !== 'string')
        return { response, url };
      await response.body.dump();
      const next = nextUrl(location, url);
      if (next.origin !== url.origin) authorization = undefined;
      url = next;
    }
    throw new ImageError(
      'unavailable',
      `${first.host} redirects ${first.pathname} more than ${maxRedirects} times: use another registry`,
    );
  }
}

async function* receivedContent(
  body: AsyncIterable<Uint8Array>,
  fail: (error: unknown) => never,
): AsyncIterable<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    fail(error);
  }
}
