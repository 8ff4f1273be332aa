import type { ObjectContent, Patch } from './client.ts';

/** The media type of objects. */
export const json = 'application/json';

/** Server-side apply declares YAML as its media type; JSON is valid YAML. */
export const applyPatch = 'application/apply-patch+yaml';

/** The media types of patches. */
export const patchTypes: Readonly<Record<Patch['type'], string>> = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
};

/**
 * Returns the accepted media types. Metadata only has its own media type; servers that don't support it send the whole
 * object.
 */
export function acceptedMediaTypes(metadataKind: string, content: ObjectContent | undefined): string | undefined {
  return content === 'metadata' ? `${json};as=${metadataKind};g=meta.k8s.io;v=v1,${json}` : undefined;
}
