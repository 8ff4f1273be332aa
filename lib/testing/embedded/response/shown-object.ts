// In: objects, and the form that a client accepts. Out: the JSON of the response. Called by reads and writes.

import type { JsonObject, JsonValue } from '../../../api/index.ts';
import { metadataText } from '../../../built-in/index.ts';
import type { Page } from '../read/object-list.ts';
import type { ResourceType } from '../resource-type.ts';
import { internalError } from '../status-error.ts';
import { type ResponseForm, untransformable } from './media-type.ts';
import { partialObject, shownTable } from './table/shown-table.ts';

/** One object, and the present time, for ages. */
interface Shown {
  readonly object: JsonObject;
  readonly nowMs: number;
  readonly hasHeaders?: boolean;
}

/** Returns one object in a form. @throws StatusError for a form of lists. */
export function shownObject(
  type: ResourceType,
  form: ResponseForm,
  { object, nowMs, hasHeaders = true }: Shown,
): JsonValue {
  const { as, apiVersion, include } = form;
  switch (as) {
    case 'Object':
      return object;
    case 'PartialObjectMetadata':
      return partialObject(object, apiVersion);
    case 'PartialObjectMetadataList':
      if (type.isCustom) throw internalError('content is not a list');
      throw untransformable(`you requested ${as}, but the requested object is not a list (${goName(type, '')})`);
    case 'Table': {
      const metadata = { resourceVersion: metadataText(object, 'resourceVersion') };
      return shownTable(type, { objects: [object], metadata, include, hasHeaders, nowMs, apiVersion });
    }
  }
}

/** Returns one page of a list in a form. @throws StatusError for a form of single objects. */
export function shownPage(
  type: ResourceType,
  form: ResponseForm,
  { page, nowMs }: { readonly page: Page; readonly nowMs: number },
): JsonValue {
  const { items, version, remainingItemCount } = page;
  const { as, apiVersion, include } = form;
  const metadata = {
    ...(type.isCustom && as === 'Object'
      ? { continue: page.continue }
      : page.continue !== '' && { continue: page.continue }),
    ...(remainingItemCount !== undefined && { remainingItemCount }),
    resourceVersion: String(version),
  };
  switch (as) {
    case 'Object':
      return {
        kind: type.listKind,
        apiVersion: type.apiVersion,
        metadata,
        items: type.isCustom ? items : items.map(untyped),
      };
    case 'PartialObjectMetadata':
      throw untransformable(`you requested ${as}, but the requested object is a list (${goName(type, 'List')})`);
    case 'PartialObjectMetadataList':
      // Go writes an empty list as null here.
      return {
        ...{ kind: as, apiVersion, metadata },
        items: items.length === 0 ? null : items.map((item) => partialObject(item, apiVersion)),
      };
    case 'Table':
      return shownTable(type, { objects: items, metadata, include, hasHeaders: true, nowMs, apiVersion });
  }
}

/** Returns the type that errors name. */
function goName({ isCustom, group, kind }: ResourceType, suffix: string): string {
  if (isCustom) return `*unstructured.Unstructured${suffix}`;
  return `*${group === '' ? 'core' : (group.split('.')[0] ?? '')}.${kind}${suffix}`;
}

/** Items of built-in kinds don't repeat the kind of their list. */
function untyped({ apiVersion: _, kind: _kind, ...fields }: JsonObject): JsonObject {
  return fields;
}
