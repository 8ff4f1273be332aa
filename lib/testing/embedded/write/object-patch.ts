// In: a PATCH request. Out: the stored object. Called by the API server.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { goMap, invalidValue, jsonSyntaxFault, unmarshalFault } from '../../../built-in/index.ts';
import { canonicalJson, fieldsIn } from '../../../schema/index.ts';
import { parsedJson, readableJson } from '../json-text.ts';
import { jsonPatched } from '../patch/json-patch.ts';
import { mergePatched } from '../patch/merge-patch.ts';
import { strategicMergePatched } from '../patch/strategic-merge-patch.ts';
import type { EmbeddedRequest } from '../request.ts';
import type { ResourceType } from '../resource-type.ts';
import type { ServerState } from '../server-state.ts';
import { badRequest, invalid, type StatusError, unsupportedMediaType, unsupportedPatch } from '../status-error.ts';
import { assertAddressed, assertNamed, decodedObjectOf, withTypeMeta } from './decoded-body.ts';
import { duplicateFields } from './duplicate-field.ts';
import { applyObject, type Patched } from './object-apply.ts';
import { updateObject } from './object-write.ts';
import type { Target } from './target.ts';

const jsonPatchType = 'application/json-patch+json';
const mergePatchType = 'application/merge-patch+json';
const strategicPatchType = 'application/strategic-merge-patch+json';
const applyPatchType = 'application/apply-patch+yaml';

/** Returns true if a patch is a server-side apply. */
export function isApply(contentType: string): boolean {
  return contentType === applyPatchType;
}

/** Patches or applies an object. */
export async function patchObject(state: ServerState, target: Target, request: EmbeddedRequest): Promise<Patched> {
  const { type } = target;
  if (isApply(request.contentType)) return await applyObject(state, target, request);
  const change = patchFunction(type, request);
  const object = await updateObject(state, target, (live) => {
    const patched = change(live);
    const validation = target.options.fieldValidation;
    const duplicates = validation === 'Ignore' ? [] : duplicateFields(request.body);
    const decoded = decodedObjectOf(type, withTypeMeta(type, patched, { body: '', fault: unusable(request) }), {
      duplicates,
      validation,
      requester: target.requester,
      source: request.contentType === strategicPatchType ? 'maps' : 'json',
      fault: unusable(request),
    });
    assertNamed(decoded, target.name);
    assertAddressed(decoded, { ...target });
    return { object: decoded, isOwned: false, written: () => patched };
  });
  return { object, isCreated: false };
}

/** Returns the function that applies the patch of a request. @throws StatusError for media types that the kind doesn't accept. */
export function patchFunction(
  type: Pick<ResourceType, 'isCustom' | 'schema'>,
  { body, contentType }: Pick<EmbeddedRequest, 'body' | 'contentType'>,
): (live: JsonObject) => JsonObject {
  const accepted = [jsonPatchType, mergePatchType, ...(type.isCustom ? [] : [strategicPatchType]), applyPatchType];
  if (!accepted.includes(contentType)) throw type.isCustom ? unsupportedMediaType(accepted) : unsupportedPatch();
  if (contentType === jsonPatchType) {
    const patch = patchValue(body, 'error decoding patch: ');
    return (live) => inOrder(jsonPatched(live, patch));
  }
  const isStrategic = contentType === strategicPatchType;
  const begin = isStrategic ? '' : 'error decoding patch: ';
  const patch = patchValue(body, begin);
  if (patch === null && !isStrategic) throw badRequest('Invalid JSON Patch');
  if (patch !== null && !isJsonObject(patch))
    throw badRequest(`${begin}${unmarshalFault(patch, 'map[string]interface {}')}`);
  const fields = fieldsIn(patch);
  return isStrategic
    ? (live) => ({ ...strategicMergePatched(type.schema, live, fields), ...typeMeta(live) })
    : (live) => inOrder(mergePatched(live, fields));
}

/** Strategic patches can't change the kind. */
function typeMeta({ apiVersion = null, kind = null }: JsonObject): JsonObject {
  return { apiVersion, kind };
}

/** Returns a patched object as Go writes it: the first field that can't be decoded is that of the first name. */
function inOrder(patched: JsonValue): JsonObject {
  return fieldsIn(parsedJson(canonicalJson(patched)));
}

/** The error of a patch whose result can't be decoded shows the whole result, or the strategic patch itself. */
function unusable({ body, contentType }: Pick<EmbeddedRequest, 'body' | 'contentType'>) {
  return (_: ResourceType, patched: JsonObject, detail: string): StatusError => {
    const shown = contentType === strategicPatchType ? goMap(fieldsIn(patchValue(body))) : canonicalJson(patched);
    return invalid({ group: '', kind: '' }, '', [invalidValue('patch', shown, detail)]);
  };
}

function patchValue(body: string, begin = ''): JsonValue {
  const value = readableJson(body);
  if (value === undefined) throw badRequest(`${begin}${jsonSyntaxFault(body)}`);
  return value;
}
