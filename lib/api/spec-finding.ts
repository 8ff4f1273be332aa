import type { ApiObject } from 'cdk8s';
import { formatFinding, isJsonObject, type JsonObject } from '../schema/index.ts';
import type { ResourceDefinition } from './resource-definition.ts';
import { verdict } from './verdict.ts';

/**
 * What is wrong with the spec of an object in a chart, as it is going to be written: one sentence per field, or rule
 * that it breaks. Rules that only the API server can evaluate are passed over in silence, since nobody could mend them.
 *
 * @param spec - as its author wrote it: null in it, which means something to Kubernetes, is lost to cdk8s.
 */
export function specFindings(definition: ResourceDefinition, spec: unknown, object: ApiObject): string[] {
  const lost = nullPaths(spec, 'spec');
  if (lost.length > 0) return lost.map((path) => `${path}: null is not written into manifests: leave the field out`);
  const written = writtenObject(object);
  if (typeof written === 'string') return [written];
  const input = isJsonObject(written) ? { metadata: metadataOf(written), spec: written.spec } : { spec: undefined };
  return verdict(definition, input).findings.map(formatFinding);
}

/** The manifest of an object, with Lazy values resolved; or in words what can't be written. */
function writtenObject(object: ApiObject): unknown {
  try {
    return object.toJson();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function metadataOf({ metadata = {} }: JsonObject): JsonObject {
  return isJsonObject(metadata) ? metadata : {};
}

function nullPaths(value: unknown, path: string): string[] {
  if (value === null) return [path];
  if (Array.isArray(value)) return value.flatMap((item, index) => nullPaths(item, `${path}[${index}]`));
  if (!isPlain(value)) return [];
  return Object.entries(value).flatMap(([field, inner]) => nullPaths(inner, `${path}.${field}`));
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
