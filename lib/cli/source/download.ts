// In: a URL. Out: its bytes. Called for sources that are URLs.

import { EnvHttpProxyAgent, fetch, type Response } from 'undici';
import { systemClock } from '../../clock/index.ts';
import { Failure } from '../failure.ts';

/** The maximum time of a whole response. */
const responseMs = 120_000;

/** More than all definitions of a cluster, and small enough for the memory. */
const maxBytes = 64 * 2 ** 20;

/**
 * Returns the response to a GET; follows redirects, and uses the proxy of the environment. A name and a password in the
 * URL are sent to its host only.
 *
 * @throws Failure if the server can't be reached, returns an error, takes more than 2 minutes, or sends more than 64
 *   MiB.
 */
export async function downloadFile(url: URL): Promise<Uint8Array> {
  const dispatcher = new EnvHttpProxyAgent();
  const silence = new AbortController();
  const timer = systemClock.timer(responseMs, () =>
    silence.abort(new Failure(`it took more than ${responseMs / 1000} s`)),
  );
  const address = `${url.origin}${url.pathname}`;
  try {
    const response = await fetch(`${address}${url.search}`, {
      dispatcher,
      signal: silence.signal,
      headers: basicLogin(url),
    });
    if (!response.ok) throw new Failure(`the server responds ${response.status} ${response.statusText}`.trimEnd());
    return await readBody(response);
  } catch (error) {
    throw new Failure(`${address} can't be read: download it manually, and name the file`, { cause: error });
  } finally {
    timer.cancel();
    await dispatcher.destroy();
  }
}

function basicLogin({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const words = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(words).toString('base64')}` };
}

async function readBody({ body }: Response): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  const parts: AsyncIterable<Uint8Array> = body;
  const chunks: Uint8Array[] = [];
  let count = 0;
  for await (const chunk of parts) {
    chunks.push(chunk);
    count += chunk.length;
    if (count > maxBytes) throw new Failure(`it is larger than ${maxBytes / 2 ** 20} MiB`);
  }
  return Buffer.concat(chunks);
}
