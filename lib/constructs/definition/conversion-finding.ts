import { type AnyOlderVersion, isJsonObject, type RawContent, type ResourceDefinition } from '../../api/index.ts';
import type { JsonSchemaProps } from '../../schema/index.ts';
import { thrownText } from '../../system/index.ts';

/**
 * Returns findings for the callbacks between the versions of a kind that need no object: do they tolerate content with
 * parts missing, and do they return existing fields? API servers convert such content during server-side apply.
 *
 * @throws SchemaError if Kubernetes can't express the types of a version.
 */
export function conversionFindings(definition: ResourceDefinition): string[] {
  return definition.versions.flatMap((older) => olderVersionFindings(definition, older));
}

function olderVersionFindings(definition: ResourceDefinition, older: AnyOlderVersion): string[] {
  const { definition: other } = older.of;
  return [
    ...conversionCallbackFindings(`up of ${other.version}`, (content) => older.up(content), definition),
    ...conversionCallbackFindings(`down of ${other.version}`, (content) => older.down(content), other),
  ];
}

function conversionCallbackFindings(
  name: string,
  callback: (content: RawContent) => unknown,
  to: ResourceDefinition,
): string[] {
  const schema = to.schema.object;
  try {
    const returned = callback({ spec: {}, status: {} });
    if (!isJsonObject(returned) || !isJsonObject(returned.spec)) {
      return [`${name} returns no spec if parts are missing: return { spec, status } always, empty if necessary`];
    }
    return (['spec', 'status'] as const).flatMap((part) =>
      fieldsUnknownToVersion(returned[part], schema.properties?.[part] ?? {}).map(
        (field) =>
          `${name} returns ${part}.${field}, which version ${to.version} doesn't have: leave it out, or use the name that it has there`,
      ),
    );
  } catch (error) {
    const message = thrownText(error);
    return [
      `${name} throws if parts are missing, and API servers convert such objects during server-side apply: treat every field as optional (${message})`,
    ];
  }
}

function fieldsUnknownToVersion(part: unknown, { properties = {}, ...schema }: JsonSchemaProps): string[] {
  if (!isJsonObject(part) || schema['x-kubernetes-preserve-unknown-fields']) return [];
  return Object.keys(part).filter((field) => !Object.hasOwn(properties, field));
}
