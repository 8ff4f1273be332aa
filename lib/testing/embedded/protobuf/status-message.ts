// In: the Status of an error. Out: its bytes in Kubernetes' protobuf, for clients that accept nothing else. Called by the listener.

import { isJsonObject, type JsonObject } from '../../../api/index.ts';
import { fieldsAt, numberAt, objectsAt, textAt } from '../../../schema/index.ts';
import { protobufMagic } from './protobuf-body.ts';
import { field, numberField } from './written-field.ts';

/**
 * Returns the message of a Status, in the envelope of all objects. Go's types write empty texts, too.
 *
 * @see https://github.com/kubernetes/apimachinery/blob/v0.36.0/pkg/apis/meta/v1/generated.proto
 */
export function statusMessage(status: JsonObject): Buffer {
  const type = field(1, ...textFields(status, ['apiVersion', 'kind']));
  const metadata = field(1, ...textFields({}, ['selfLink', 'resourceVersion', 'continue']));
  const raw = field(
    2,
    metadata,
    ...textFields(status, ['status', 'message', 'reason'], 2),
    ...(isJsonObject(status.details) ? [field(5, ...detailFields(status))] : []),
    numberField(6, numberAt(status, 'code') ?? 0),
  );
  const encodings = [field(3), field(4)];
  return Buffer.concat([Buffer.from(protobufMagic, 'latin1'), type, raw, ...encodings]);
}

function detailFields(status: JsonObject): readonly Buffer[] {
  const details = fieldsAt(status, 'details');
  return [
    ...textFields(details, ['name', 'group', 'kind']),
    ...objectsAt(details, 'causes').map((cause) => field(4, ...textFields(cause, ['reason', 'message', 'field']))),
    numberField(5, numberAt(details, 'retryAfterSeconds') ?? 0),
    ...textFields(details, ['uid'], 6),
  ];
}

/** Returns fields of text, with consecutive numbers. */
function textFields(object: JsonObject, names: readonly string[], first = 1): readonly Buffer[] {
  return names.map((name, index) => field(first + index, Buffer.from(textAt(object, name))));
}
