import { isJsonObject, type RawContent, type ResourceDefinition } from '../../api/index.ts';
import type { JsonSchemaProps } from '../../schema/index.ts';
import { thrownText } from '../../system/index.ts';

/**
 * Yields findings for the callbacks between the versions of a kind that need no object: do they tolerate content with
 * parts missing, and do they return existing fields? API servers convert such content during server-side apply.
 *
 * @throws SchemaError if Kubernetes can't express the types of a version.
 */
export function* conversionFindings(definition: ResourceDefinition): Iterable<string> {
  for (const older of definition.versions) {
    const { definition: other } = older.of;
    yield* conversionCallbackFindings(`up of ${other.version}`, (content) => older.up(content), definition);
    yield* conversionCallbackFindings(`down of ${other.version}`, (content) => older.down(content), other);
  }
}

function* conversionCallbackFindings(
  name: string,
  callback: (content: RawContent) => unknown,
  to: ResourceDefinition,
): Iterable<string> {
  const schema = to.schema.object;
  try {
    const returned = callback({ spec: {}, status: {} });
    if (!isJsonObject(returned) || !isJsonObject(returned.spec)) {
      yield `${name} returns no spec if parts are missing: return { spec, status } always, empty if necessary`;
      return;
    }
    for (const part of ['spec', 'status'] as const) {
      for (const field of fieldsUnknownToVersion(returned[part], schema.properties?.[part] ?? {}))
        yield `${name} returns ${part}.${field}, which version ${to.version} doesn't have: leave it out, or use the name that it has there`;
    }
  } catch (error) {
    yield `${name} throws if parts are missing, and API servers convert such objects during server-side apply: treat every field as optional (${thrownText(error)})`;
  }
}

function fieldsUnknownToVersion(part: unknown, { properties = {}, ...schema }: JsonSchemaProps): string[] {
  if (!isJsonObject(part) || schema['x-kubernetes-preserve-unknown-fields']) return [];
  return Object.keys(part).filter((field) => !Object.hasOwn(properties, field));
}
