// In: objects, and the form that a client accepts. Out: the JSON of the answer. Called by reads and writes.

import type { JsonObject, JsonValue } from '../../../api/index.ts';
import { metadataFields, metadataText } from '../object.ts';
import type { Page } from '../read/object-list.ts';
import type { Column, ResourceType } from '../resource-type.ts';
import type { AnswerForm } from './media-type.ts';

/** Returns one object in a form. @param query - `includeObject` of tables. */
export function shownObject(
  type: ResourceType,
  form: AnswerForm,
  { object, include }: { readonly object: JsonObject; readonly include: string },
): JsonValue {
  if (form === 'partial') return partial(object);
  if (form === 'table') {
    const metadata = { resourceVersion: metadataText(object, 'resourceVersion') };
    return table(type, [object], { metadata, include });
  }
  return object;
}

/** Returns one page of a list in a form. */
export function shownPage(
  type: ResourceType,
  form: AnswerForm,
  { page, include }: { readonly page: Page; readonly include: string },
): JsonValue {
  const { items, version, remainingItemCount } = page;
  const metadata = {
    ...(type.isCustom && form === 'object'
      ? { continue: page.continue }
      : page.continue !== '' && { continue: page.continue }),
    ...(remainingItemCount !== undefined && { remainingItemCount }),
    resourceVersion: String(version),
  };
  if (form === 'table') return table(type, items, { metadata, include });
  if (form === 'partial') {
    return { kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1', metadata, items: items.map(partial) };
  }
  return {
    kind: type.listKind,
    apiVersion: type.apiVersion,
    metadata,
    items: type.isCustom ? items : items.map(untyped),
  };
}

function partial(object: JsonObject): JsonObject {
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: metadataFields(object) };
}

/** Items of built-in kinds don't repeat the kind of their list. */
function untyped({ apiVersion: _, kind: _kind, ...fields }: JsonObject): JsonObject {
  return fields;
}

interface TableOptions {
  readonly metadata: JsonObject;
  readonly include: string;
}

function table(
  { columns = [] }: ResourceType,
  objects: readonly JsonObject[],
  { metadata, include }: TableOptions,
): JsonObject {
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: columns.map(({ cell: _, ...definition }) => definition),
    rows: objects.map((object) => row(columns, object, include)),
  };
}

function row(columns: readonly Column[], object: JsonObject, include: string): JsonObject {
  const cells = columns.map(({ cell }) => cell(object));
  if (include === 'None') return { cells, object: null };
  return { cells, object: include === 'Object' ? object : partial(object) };
}
