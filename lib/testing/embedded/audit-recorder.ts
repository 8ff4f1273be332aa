// In: requests and their responses. Out: events in the form of a real API server's audit log. Filled by the API server, and read by
// tests that compare the requests of a user with its rights.

import { isJsonObject } from '../../api/index.ts';
import { metadataText } from '../../built-in/index.ts';
import { scalarText } from '../../schema/index.ts';
import type { AuditEvent } from '../control-plane/audit-log.ts';
import { requestRight } from './authorization/request-right.ts';
import type { EmbeddedRequest, EmbeddedResponse } from './request.ts';
import { resourcePath } from './resource-path.ts';
import type { RequestUser } from './user.ts';

/** One request that the API server is answering. */
export class AuditedRequest {
  readonly #request: EmbeddedRequest;
  readonly #id: string;
  #user: RequestUser = { username: '', groups: [] };
  #acting: RequestUser | undefined;
  #event: AuditEvent | undefined;

  constructor(request: EmbeddedRequest, id: string) {
    this.#request = request;
    this.#id = id;
  }

  sentBy(user: RequestUser): void {
    this.#user = user;
  }

  actingAs(user: RequestUser): void {
    this.#acting = user;
  }

  answered(response: EmbeddedResponse): void {
    const { path, query, userAgent } = this.#request;
    const search = query.toString();
    const reference = objectReference(this.#request, response);
    this.#event = {
      auditID: this.#id,
      stage: response.kind === 'stream' ? 'ResponseStarted' : 'ResponseComplete',
      verb: requestRight(this.#request).verb,
      requestURI: search === '' ? path : `${path}?${search}`,
      user: this.#user,
      ...(this.#acting !== undefined && { impersonatedUser: this.#acting }),
      userAgent,
      ...(reference !== undefined && { objectRef: reference }),
      responseStatus: responseStatus(response),
    };
  }

  /** The event; undefined before the response. */
  get event(): AuditEvent | undefined {
    return this.#event;
  }
}

/** The audit log of one embedded API server. */
export class AuditRecorder {
  readonly #requests: AuditedRequest[] = [];

  /** Begins the event of a request. */
  received(request: EmbeddedRequest): AuditedRequest {
    const audited = new AuditedRequest(request, String(this.#requests.length + 1));
    this.#requests.push(audited);
    return audited;
  }

  /** All answered requests, in the order of their arrival. */
  events(): readonly AuditEvent[] {
    return this.#requests.flatMap(({ event }) => event ?? []);
  }
}

function objectReference(request: EmbeddedRequest, response: EmbeddedResponse): AuditEvent['objectRef'] {
  const right = requestRight(request);
  if ('path' in right) return undefined;
  const { group, resource, namespace, name = createdName(request, response) } = right;
  const [plural = '', subresource] = resource.split('/');
  const version = resourcePath(request.path)?.version;
  return {
    resource: plural,
    ...(subresource !== undefined && { subresource }),
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && name !== '' && { name }),
    ...(group !== '' && { apiGroup: group }),
    ...(version !== undefined && { apiVersion: version }),
  };
}

/** The log names a created object, though its path doesn't. */
function createdName({ method }: EmbeddedRequest, response: EmbeddedResponse): string | undefined {
  if (method !== 'POST' || response.kind === 'stream' || response.status !== 201) return undefined;
  return isJsonObject(response.body) ? metadataText(response.body, 'name') : undefined;
}

function responseStatus(response: EmbeddedResponse): NonNullable<AuditEvent['responseStatus']> {
  if (response.kind === 'stream') return { code: 200 };
  const { status: code, body } = response;
  if (!isJsonObject(body) || body.kind !== 'Status') return { code };
  const [reason, message] = [scalarText(body.reason), scalarText(body.message)];
  return { code, ...(reason !== '' && { reason }), ...(message !== '' && { message }) };
}
