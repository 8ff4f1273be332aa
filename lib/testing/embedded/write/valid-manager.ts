import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { isJsonList } from '../../../schema/index.ts';
import { metadataFields, withMetadata } from '../object.ts';
import type { Requester } from '../request.ts';

/** Returns an admitted object; with the field managers from before admission, and a warning, if a webhook has broken them. */
export function withValidManagers(before: JsonObject, admitted: JsonObject, { warnings }: Requester): JsonObject {
  const fault = managersFault(metadataFields(admitted).managedFields);
  if (fault === undefined) return admitted;
  warnings.add(
    `.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ${fault}`,
  );
  return withMetadata(admitted, { managedFields: metadataFields(before).managedFields });
}

function managersFault(managers: JsonValue | undefined): string | undefined {
  for (const manager of isJsonList(managers) ? managers.filter(isJsonObject) : []) {
    if (manager.operation !== 'Apply' && manager.operation !== 'Update') return 'operation must be `Apply` or `Update`';
    if (manager.fieldsType !== 'FieldsV1') return 'fieldsType must be `FieldsV1`';
  }
  return undefined;
}
