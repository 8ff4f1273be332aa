import type { JsonValue } from '../../lib/api/index.ts';

/** The user that a request acts as, by impersonation of the admin. */
export interface ConformanceUser {
  readonly name: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** Returns the headers of impersonation, in lower case. */
export function impersonationHeaders({
  name,
  groups = [],
  uid,
  extra = {},
}: ConformanceUser): Record<string, string[]> {
  return {
    ...(name !== '' && { 'impersonate-user': [name] }),
    ...(groups.length > 0 && { 'impersonate-group': [...groups] }),
    ...(uid !== undefined && { 'impersonate-uid': [uid] }),
    ...Object.fromEntries(
      Object.entries(extra).map(([key, values]) => [`impersonate-extra-${encodeURIComponent(key)}`, [...values]]),
    ),
  };
}

/** One request of a conformance case. */
export interface ConformanceRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body: string | undefined;
  readonly contentType: string | undefined;
  readonly accept: string;
  /** Absent for the admin. */
  readonly as?: ConformanceUser | undefined;
  /** A bearer token, which is sent without the admin's credentials. An empty one sends no credentials. */
  readonly token?: string | undefined;
}

/** The response to a request. */
export interface ConformanceResponse {
  readonly status: number;
  /** JSON, or text where the server doesn't send JSON. */
  readonly body: JsonValue;
  readonly warnings: readonly string[];
}

/** A server that conformance cases run against. */
export interface ConformanceServer {
  send(request: ConformanceRequest): Promise<ConformanceResponse>;
  /** Returns the events of a watch until `signal` aborts. */
  watch(request: ConformanceRequest, signal: AbortSignal): Promise<AsyncIterable<JsonValue>>;
}

/** The client's name, which becomes the field manager of its writes. */
export const userAgent = 'conformance/1';
