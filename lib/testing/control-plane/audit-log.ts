// Enters: the file into which the API server writes two or more lines for each request. Leaves: one event for each request.
// The first line is written before the request is handled, so whoever has an answer finds its request here.
// Called by RunningComponents, for tests that count requests.

import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { systemClock } from '../../clock/index.ts';

/**
 * A request to the API server, as far as it has been handled.
 *
 * @see https://kubernetes.io/docs/reference/config-api/apiserver-audit.v1/#audit-k8s-io-v1-Event
 */
export interface AuditEvent {
  readonly auditID: string;
  /** `RequestReceived` while the request is being handled; a watch stays at `ResponseStarted` as long as it is open. */
  readonly stage: 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete' | 'Panic';
  /** Such as `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`. */
  readonly verb: string;
  readonly requestURI: string;
  /** A ServiceAccount is `system:serviceaccount:{namespace}:{name}`. */
  readonly user: { readonly username: string; readonly groups?: readonly string[] };
  /** In whose name the request was made; absent if in the user's own. */
  readonly impersonatedUser?: AuditEvent['user'];
  readonly userAgent?: string;
  /** Absent for requests that concern no resource, such as `/readyz`. */
  readonly objectRef?: {
    readonly resource: string;
    readonly subresource?: string;
    readonly namespace?: string;
    readonly name?: string;
    readonly apiGroup?: string;
    readonly apiVersion?: string;
  };
  /** Absent until there is an answer. */
  readonly responseStatus?: { readonly code: number; readonly reason?: string; readonly message?: string };
}

/** Which requests an API server keeps. */
export type AuditLevel = 'requests' | 'none';

/** What tells an API server to keep every request without its body, or none. */
export function auditPolicy(level: AuditLevel): object {
  return {
    apiVersion: 'audit.k8s.io/v1',
    kind: 'Policy',
    rules: [{ level: level === 'requests' ? 'Metadata' : 'None' }],
  };
}

/** How often to look whether requests under way have been answered. */
const pollMs = 5;

/** The audit log of one API server, also over its restarts. */
export class AuditLog {
  readonly #path: string;
  /** In the order of their first lines. */
  readonly #events = new Map<string, AuditEvent>();
  readonly #unanswered = new Set<string>();
  #readBytes = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * All requests that the server has received until now, in the order of their arrival.
   * Resolves when each of them has been answered, or is a watch and has begun to be, so that its status code is known.
   */
  async events(signal?: AbortSignal): Promise<readonly AuditEvent[]> {
    this.#read();
    const count = this.#events.size;
    const awaited = [...this.#unanswered];
    while (awaited.some((id) => this.#unanswered.has(id))) {
      await systemClock.sleep(pollMs, signal);
      this.#read();
    }
    return [...this.#events.values()].slice(0, count);
  }

  /** To be called when the server has been killed, before it starts again: what it hasn't answered it never will. */
  abandonRequests(): void {
    this.#read();
    this.#unanswered.clear();
    // Half a line, if it was killed while it wrote.
    this.#readBytes = statSync(this.#path).size;
  }

  /** Takes in the lines that are new, all at once so that callers can't overtake one another. */
  #read(): void {
    const bytes = readFrom(this.#path, this.#readBytes);
    const complete = bytes.lastIndexOf('\n') + 1;
    this.#readBytes += complete;
    for (const line of bytes.toString('utf8', 0, complete).split('\n')) {
      if (line !== '') this.#take(auditEvent(line));
    }
  }

  #take(event: AuditEvent): void {
    this.#events.set(event.auditID, event);
    if (event.stage === 'RequestReceived') this.#unanswered.add(event.auditID);
    else this.#unanswered.delete(event.auditID);
  }
}

/** Where a line of the API server's becomes a type. */
function auditEvent(line: string): AuditEvent {
  return JSON.parse(line) as AuditEvent;
}

function readFrom(path: string, position: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(fstatSync(file).size - position);
    readSync(file, bytes, { position });
    return bytes;
  } finally {
    closeSync(file);
  }
}
