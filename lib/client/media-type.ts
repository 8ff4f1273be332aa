import type { ObjectContent, Patch } from './client.ts';

/** The media type of objects. */
export const objectMediaType = 'application/json';

/** The media type of server-side applies. It is that of YAML; JSON is valid YAML. */
export const applyMediaType = 'application/apply-patch+yaml';

/** The media types of patches. */
export const patchMediaTypes: Readonly<Record<Patch['type'], string>> = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
};

/**
 * Returns the accepted media types. Metadata only has its own media type; servers that don't support it send the whole
 * object.
 */
export function acceptedMediaTypes(metadataKind: string, content: ObjectContent | undefined): string | undefined {
  return content === 'metadata'
    ? `${objectMediaType};as=${metadataKind};g=meta.k8s.io;v=v1,${objectMediaType}`
    : undefined;
}
