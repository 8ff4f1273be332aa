// In: the rules and selectors of a webhook or a policy, and a write. Out: the version of the resource in which they match. Called
// for each webhook and each policy.

import type { JsonObject, JsonValue } from '../../../../api/index.ts';
import { labelSelection, labelsOf } from '../../../../built-in/index.ts';
import { isJsonList, listOf, scalarText } from '../../../../schema/index.ts';
import { namespaces } from '../../collection.ts';
import type { Registry } from '../../registry.ts';
import type { ResourceType } from '../../resource-type.ts';
import type { ObjectStorage } from '../../store/object-storage.ts';
import type { AdmittedWrite } from '../admitted-write.ts';

/** The stored objects and kinds that matching needs. */
export interface MatchPorts {
  readonly store: ObjectStorage;
  readonly registry: Registry;
}

/** The constraints of a webhook or a policy. */
export interface Constraints {
  readonly rules: readonly JsonObject[];
  readonly excluded: readonly JsonObject[];
  readonly namespaceSelector: JsonValue | undefined;
  readonly objectSelector: JsonValue | undefined;
  readonly isExact: boolean;
}

/** Kinds that neither webhooks nor policies see, since these couldn't be removed otherwise. */
const exempt: ReadonlySet<string> = new Set([
  'mutatingwebhookconfigurations',
  'validatingwebhookconfigurations',
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
]);

/** Returns the resource of a write in the version of the first rule that names it; undefined if the constraints don't match. */
export function matchedType(
  constraints: Constraints,
  write: AdmittedWrite,
  ports: MatchPorts,
): ResourceType | undefined {
  const { type } = write;
  if (type.group === 'admissionregistration.k8s.io' && exempt.has(type.plural)) return undefined;
  if (!hasNamespace(constraints.namespaceSelector, write, ports)) return undefined;
  const hasLabels = [write.object, write.oldObject].some(
    (object) => object !== undefined && labelSelection(constraints.objectSelector ?? {}).matches(labelsOf(object)),
  );
  if (!hasLabels) return undefined;
  const others = constraints.isExact
    ? []
    : ports.registry.types().filter((other) => other !== type && other.collection === type.collection);
  const isNamedBy = (rules: readonly JsonObject[]) => (version: ResourceType) =>
    rules.some((rule) => isRuled(rule, write, version));
  if ([type, ...others].some(isNamedBy(constraints.excluded))) return undefined;
  return [type, ...others].find(isNamedBy(constraints.rules));
}

/** Cluster-scoped objects match each selector; namespaces match by their own labels. */
function hasNamespace(
  selector: JsonValue | undefined,
  { type, namespace, object, oldObject }: AdmittedWrite,
  { store }: MatchPorts,
): boolean {
  if (type.collection === namespaces)
    return labelSelection(selector ?? {}).matches(labelsOf(object ?? oldObject ?? {}));
  if (!type.isNamespaced || namespace === undefined) return true;
  return labelSelection(selector ?? {}).matches(labelsOf(store.get(namespaces, namespace) ?? {}));
}

/** Returns true if one rule of a webhook or a policy names a write to a resource. @param type - in any of its versions. */
function isRuled(
  { operations, apiGroups, apiVersions, resources, scope, resourceNames }: JsonObject,
  { operation, subresource, name }: AdmittedWrite,
  { group, version, plural, isNamespaced }: ResourceType,
): boolean {
  return (
    isNamedIn(operations, operation) &&
    isNamedIn(apiGroups, group) &&
    isNamedIn(apiVersions, version) &&
    listOf(resources).some((each) => isNamed(scalarText(each), plural, subresource)) &&
    (scope === undefined || scope === '*' || (scope === 'Namespaced') === isNamespaced) &&
    (!isJsonList(resourceNames) || resourceNames.length === 0 || resourceNames.includes(name))
  );
}

function isNamedIn(list: JsonValue | undefined, value: string): boolean {
  return isJsonList(list) && (list.includes('*') || list.includes(value));
}

/** `*` names resources without subresources; `pods/*` also the pods themselves. */
function isNamed(rule: string, plural: string, subresource: string): boolean {
  const [resource = '', inner] = rule.split('/');
  if (resource !== '*' && resource !== plural) return false;
  return inner === '*' || (inner ?? '') === subresource;
}
