import { type AnyOlderVersion, isJsonObject, type RawContent, type ResourceDefinition } from '../../api/index.ts';
import type { JsonSchemaProps } from '../../schema/index.ts';
import { thrownText } from '../../system/index.ts';
import { resourceSchema } from './resource-schema.ts';

/**
 * What can be seen of the callbacks between the versions of a kind without an object: whether they bear contents with
 * parts missing, as API servers convert them during server-side apply, and whether they name fields that there are.
 *
 * @throws SchemaError if Kubernetes can't express the types of a version.
 */
export function conversionFindings(definition: ResourceDefinition): string[] {
  return definition.versions.flatMap((older) => olderFindings(definition, older));
}

function olderFindings(definition: ResourceDefinition, older: AnyOlderVersion): string[] {
  const { definition: other } = older.of;
  return [
    ...callbackFindings(`up of ${other.version}`, (content) => older.up(content), definition),
    ...callbackFindings(`down of ${other.version}`, (content) => older.down(content), other),
  ];
}

function callbackFindings(name: string, callback: (content: RawContent) => unknown, to: ResourceDefinition): string[] {
  const schema = resourceSchema(to);
  try {
    const returned = callback({ spec: {}, status: {} });
    if (!isJsonObject(returned) || !isJsonObject(returned.spec)) {
      return [`${name} returns no spec where parts are missing: return { spec, status } always, empty if need be`];
    }
    return (['spec', 'status'] as const).flatMap((part) =>
      unknownFields(returned[part], schema.properties?.[part] ?? {}).map(
        (field) =>
          `${name} returns ${part}.${field}, which version ${to.version} doesn't have: leave it out, or name it as there`,
      ),
    );
  } catch (error) {
    const message = thrownText(error);
    return [
      `${name} throws where parts are missing, and API servers convert such objects during server-side apply: take every field for optional (${message})`,
    ];
  }
}

function unknownFields(part: unknown, { properties = {}, ...schema }: JsonSchemaProps): string[] {
  if (!isJsonObject(part) || schema['x-kubernetes-preserve-unknown-fields']) return [];
  return Object.keys(part).filter((field) => !Object.hasOwn(properties, field));
}
