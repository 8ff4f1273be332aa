// In: the protobuf body of a request, as typed Go clients send built-in objects. Out: the same object as JSON. Called by the listener.

import type { JsonObject } from '../../../api/index.ts';
import { textOrEmpty } from '../../../schema/index.ts';
import { badRequest, notImplemented } from '../status-error.ts';
import { decodedMessage, messageOf } from './decoded-message.ts';
import { MessageError, messageFields } from './message-field.ts';

/** The media type of Kubernetes' protobuf. */
export const protobufType = 'application/vnd.kubernetes.protobuf';

/** The first bytes of every object. */
export const protobufMagic = 'k8s\0';

/** The error of a body that isn't protobuf. */
export const unmarkedFault = 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]';

/**
 * Returns the JSON of an object in Kubernetes' protobuf envelope.
 *
 * @param bytes - that begin with {@link protobufMagic}.
 * @throws StatusError for a message that isn't valid, and for kinds without a known message.
 */
export function protobufBody(bytes: Buffer): JsonObject {
  try {
    return decodedObject(bytes.subarray(protobufMagic.length));
  } catch (error) {
    if (!MessageError.is(error)) throw error;
    throw badRequest(`the body is not a protobuf message: ${error.message}`);
  }
}

function decodedObject(bytes: Buffer): JsonObject {
  const envelope = new Map([...messageFields(bytes)].map(({ number, value }) => [number, value]));
  const [types, raw] = [envelope.get(1), envelope.get(2)];
  const named = Buffer.isBuffer(types) ? decodedMessage(typeMeta, types) : {};
  const [apiVersion, kind] = [textOrEmpty(named.apiVersion), textOrEmpty(named.kind)];
  const message = messageOf(`${packageOf(apiVersion)}.${kind}`) ?? messageOf(`meta/v1.${kind}`);
  if (message === undefined) throw notImplemented(`reads no protobuf of ${kind} in ${apiVersion}`);
  return { apiVersion, kind, ...decodedMessage(message, Buffer.isBuffer(raw) ? raw : Buffer.alloc(0)) };
}

const typeMeta = { '1': ['apiVersion', 'string'], '2': ['kind', 'string'] } as const;

/** Returns the Go package of an API version: `rbac/v1` for `rbac.authorization.k8s.io/v1`. */
function packageOf(apiVersion: string): string {
  const [version = '', group = 'core'] = apiVersion.split('/').toReversed();
  return `${group.split('.')[0] ?? ''}/${version}`;
}
