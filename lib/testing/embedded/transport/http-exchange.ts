// In: the bytes of HTTP requests, and the responses of the embedded API server. Out: the texts of bodies, and the bytes of responses. Called
// by the listener.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { fieldsIn } from '../../../schema/index.ts';
import { yamlDocument } from '../../../yaml/index.ts';
import { openApiMessage, openApiMessageType } from '../protobuf/open-api-message.ts';
import { protobufBody, protobufMagic, protobufType } from '../protobuf/protobuf-body.ts';
import { statusMessage } from '../protobuf/status-message.ts';
import { jsonResponse, type StreamedResponse, type WholeResponse } from '../request.ts';
import { StatusError } from '../status-error.ts';

/** The body of a request, as text. */
export interface ReceivedBody {
  readonly kind: 'received';
  readonly body: string;
  readonly contentType: string;
}

/** Reads a body; protobuf becomes JSON. Returns the response for bytes that can't be read. */
export async function receiveBody(request: IncomingMessage): Promise<ReceivedBody | WholeResponse> {
  const header = request.headers['content-type'] ?? '';
  // Patches have the type before the first semicolon.
  const contentType = request.method === 'PATCH' ? (header.split(';')[0] ?? '') : mediaType(header);
  const bytes = await buffer(request);
  const isProtobuf = contentType === protobufType && bytes.subarray(0, 4).toString('latin1') === protobufMagic;
  if (!isProtobuf) return { kind: 'received', body: bytes.toString('utf8'), contentType };
  try {
    return { kind: 'received', body: JSON.stringify(protobufBody(bytes)), contentType: 'application/json' };
  } catch (error) {
    if (!StatusError.is(error)) throw error;
    return jsonResponse(error.status, { status: error.code });
  }
}

/** Returns a media type without its parameters; the whole header if they can't be read. */
function mediaType(header: string): string {
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim());
  return parameters.every((part) => part === '' || /^[^=\s]+=\S/.test(part)) ? type.toLowerCase() : header;
}

/** A request and its open response. */
export interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The size from which API servers compress responses. */
const compressedBytes = 128 * 1024;

const compressed = promisify(gzip);

/** Sends a whole response: compressed if it is large, and without its content if the client has it already. */
export async function sendWhole({ request, response }: HttpExchange, whole: WholeResponse): Promise<void> {
  const { status, contentType, warnings, headers = {} } = whole;
  if (status === 200 && headers.etag !== undefined && request.headers['if-none-match'] === headers.etag) {
    response.writeHead(request.method === 'GET' || request.method === 'HEAD' ? 304 : 412, headers).end();
    return;
  }
  const plain = contentOf(whole);
  const isCompressed = plain.length > compressedBytes && /\bgzip\b/.test(String(request.headers['accept-encoding']));
  const content = isCompressed ? await compressed(plain) : plain;
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': content.length,
    ...(isCompressed && { 'content-encoding': 'gzip' }),
    ...headers,
    ...(warnings.length > 0 && { warning: warnings.map((warning) => `299 - ${JSON.stringify(warning)}`).join(', ') }),
  });
  response.end(request.method === 'HEAD' ? undefined : content);
}

function contentOf({ body, contentType }: WholeResponse): Buffer {
  if (contentType === openApiMessageType) return openApiMessage(fieldsIn(body));
  if (contentType === protobufType) return statusMessage(fieldsIn(body));
  if (contentType === 'application/yaml') return Buffer.from(yamlDocument(fieldsIn(body)));
  return Buffer.from(typeof body === 'string' && contentType.startsWith('text/') ? body : JSON.stringify(body));
}

/** Sends the events of a watch, each in a line of its own. */
export async function sendEvents(response: ServerResponse, { events }: StreamedResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.flushHeaders();
  for await (const event of events) response.write(`${JSON.stringify(event)}\n`);
  response.end();
}
