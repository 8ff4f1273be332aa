// In: loaded credentials. Out: a client of their API server. Created by the command line.

import manifest from '../package.json' with { type: 'json' };
import { ApiClient } from './api-client.ts';
import type { Credentials } from './credentials/credentials.ts';
import { HttpTransport, type TransportOptions } from './http-transport.ts';

/** Options of {@link HttpClient}. */
export interface HttpClientOptions extends Omit<TransportOptions, 'userAgent'> {
  /** The default field manager of writes. @default `operand` */
  readonly fieldManager?: string | undefined;
}

/**
 * A client of an API server over HTTP.
 *
 * Opens no connection before the first request. Sends at most eight requests at a time, fairly across namespaces; watches
 * don't count. A request has a minute from when it is sent. A request that the server rejects unexecuted (429) is retried
 * if the server names a delay: up to five times within half a minute, or within the caller's limit. Watches are not
 * retried. A request with rejected credentials (401) is retried once, if there are newer ones. Any other error is thrown.
 */
export class HttpClient extends ApiClient {
  constructor(credentials: Credentials, { fieldManager, ...options }: HttpClientOptions) {
    const transport = new HttpTransport(credentials, { ...options, userAgent: `operand/${manifest.version}` });
    super(credentials, transport, fieldManager);
  }
}
