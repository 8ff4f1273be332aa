// In: the file to which the API server writes two or more lines for each request. Out: one event for each request. The
// first line is written before the request is handled, so a client that has a response finds its request here. Called by
// RunningComponents, for tests that count requests.

import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { systemClock } from '../../clock/index.ts';

/**
 * A request to the API server, at its latest stage.
 *
 * @see https://kubernetes.io/docs/reference/config-api/apiserver-audit.v1/#audit-k8s-io-v1-Event
 */
export interface AuditEvent {
  readonly auditID: string;
  /**
   * `RequestReceived` while the server handles the request; a watch stays at `ResponseStarted` as long as it is open.
   */
  readonly stage: 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete' | 'Panic';
  /** For example `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`. */
  readonly verb: string;
  readonly requestURI: string;
  /** A ServiceAccount is `system:serviceaccount:{namespace}:{name}`. */
  readonly user: { readonly username: string; readonly groups?: readonly string[] };
  /** The impersonated user; absent without impersonation. */
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
  /** Absent until the request is answered. */
  readonly responseStatus?: { readonly code: number; readonly reason?: string; readonly message?: string };
}

/** The requests that an API server records. */
export type AuditLevel = 'requests' | 'none';

/** Returns the audit policy that records every request without its body, or none. */
export function auditPolicy(level: AuditLevel): object {
  return {
    apiVersion: 'audit.k8s.io/v1',
    kind: 'Policy',
    rules: [{ level: level === 'requests' ? 'Metadata' : 'None' }],
  };
}

/** Interval of polls for the responses of pending requests. */
const pollMs = 5;

/** The audit log of one API server, across its restarts. */
export class AuditLog {
  readonly #path: string;
  /** By audit id, in the order of their first lines. */
  readonly #events = new Map<string, AuditEvent>();
  readonly #unanswered = new Set<string>();
  #readBytes = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Returns all requests that the server has received, in the order of their arrival. Resolves when each of them has a
   * status code: it has been answered, or is a watch that has begun.
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

  /** Marks pending requests as never answered. To be called when the server has been killed, before it starts again. */
  abandonRequests(): void {
    this.#read();
    this.#unanswered.clear();
    // A killed server may leave half a line.
    this.#readBytes = statSync(this.#path).size;
  }

  /** Reads the new lines, synchronously, so that concurrent calls don't read a line twice. */
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
