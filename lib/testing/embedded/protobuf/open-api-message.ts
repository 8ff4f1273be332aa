// In: an OpenAPI v2 document. Out: the protobuf message of its schemas, which kubectl asks for. Called by the listener.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { fieldsAt, fieldsIn, listOf, textAt, textOrEmpty } from '../../../schema/index.ts';
import { field } from './written-field.ts';

/** The media type of the message; clients ask for it with an at sign, which no response may have. */
export const openApiMessageType = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

/**
 * Returns the message: the title, the version and the definitions. Of a schema it has what kubectl reads.
 *
 * @see https://github.com/google/gnostic-models/blob/v0.7.0/openapiv2/OpenAPIv2.proto
 */
export function openApiMessage(document: JsonObject): Buffer {
  const info = fieldsAt(document, 'info');
  return Buffer.concat([
    textField(1, textAt(document, 'swagger')),
    field(2, textField(1, textAt(info, 'title')), textField(2, textAt(info, 'version'))),
    field(9, ...namedSchemas(document.definitions)),
  ]);
}

function namedSchemas(schemas: JsonValue | undefined): readonly Buffer[] {
  return Object.entries(fieldsIn(schemas)).map(([name, schema]) =>
    field(1, textField(1, name), field(2, ...schemaFields(schema))),
  );
}

function schemaFields(value: JsonValue): readonly Buffer[] {
  const schema = fieldsIn(value);
  const { properties, items, additionalProperties } = schema;
  return [
    textField(1, textOrEmpty(schema.$ref)),
    textField(2, textOrEmpty(schema.format)),
    textField(4, textOrEmpty(schema.description)),
    ...listOf(schema.required).map((name) => textField(19, textOrEmpty(name))),
    ...(isJsonObject(additionalProperties) ? [field(21, field(1, ...schemaFields(additionalProperties)))] : []),
    ...(typeof schema.type === 'string' ? [field(22, textField(1, schema.type))] : []),
    ...(isJsonObject(items) ? [field(23, field(1, ...schemaFields(items)))] : []),
    ...(isJsonObject(properties) ? [field(25, ...namedSchemas(properties))] : []),
    ...Object.entries(schema)
      .filter(([name]) => name.startsWith('x-kubernetes-'))
      .map(([name, content]) => field(31, textField(1, name), field(2, textField(2, JSON.stringify(content))))),
  ];
}

/** Returns a field of text; an empty text has none. */
function textField(number: number, text: string): Buffer {
  return text === '' ? Buffer.alloc(0) : field(number, Buffer.from(text));
}
