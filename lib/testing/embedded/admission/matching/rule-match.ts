import type { JsonObject, JsonValue } from '../../../../api/index.ts';
import { isJsonList } from '../../../../schema/index.ts';
import { scalarText } from '../../object.ts';
import type { ResourceType } from '../../resource-type.ts';
import type { AdmittedWrite } from '../admitted-write.ts';

/** Returns true if one rule of a webhook or a policy names a write to a resource. @param type - in any of its versions. */
export function isRuled(
  { operations, apiGroups, apiVersions, resources, scope, resourceNames }: JsonObject,
  { operation, subresource, name }: AdmittedWrite,
  { group, version, plural, isNamespaced }: ResourceType,
): boolean {
  return (
    names(operations, operation) &&
    names(apiGroups, group) &&
    names(apiVersions, version) &&
    (isJsonList(resources) ? resources : []).some((each) => isNamed(scalarText(each), plural, subresource)) &&
    (scope === undefined || scope === '*' || (scope === 'Namespaced') === isNamespaced) &&
    (!isJsonList(resourceNames) || resourceNames.length === 0 || resourceNames.includes(name))
  );
}

function names(list: JsonValue | undefined, value: string): boolean {
  return isJsonList(list) && (list.includes('*') || list.includes(value));
}

/** `*` names resources without subresources; `pods/*` also the pods themselves. */
function isNamed(rule: string, plural: string, subresource: string): boolean {
  const [resource = '', inner] = rule.split('/');
  if (resource !== '*' && resource !== plural) return false;
  return inner === '*' || (inner ?? '') === subresource;
}
