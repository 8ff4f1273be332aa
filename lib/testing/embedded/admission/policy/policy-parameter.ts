import { isJsonObject, type JsonObject, type JsonValue } from '../../../../api/index.ts';
import { brandedError } from '../../../../error/index.ts';
import { labelsOf, metadataText, scalarText, textMap, valueAt } from '../../object.ts';
import { labelSelection } from '../../selector/selector-object.ts';
import type { AdmittedWrite } from '../admitted-write.ts';
import type { MatchPorts } from '../matching/write-match.ts';
import type { BoundPolicy, PolicyBinding } from './policy-binding.ts';

/** A binding whose parameters can't be found. */
export class ParameterError extends brandedError('ParameterError') {}

/**
 * Returns the parameters of a binding: the policy is evaluated once for each. Null stands for a policy without parameters.
 *
 * @throws ParameterError with the API server's words.
 */
export async function policyParameters(
  { spec: policy }: BoundPolicy,
  { spec: binding }: PolicyBinding,
  { write, ports }: { readonly write: AdmittedWrite; readonly ports: MatchPorts },
): Promise<readonly JsonValue[]> {
  const { apiVersion, kind } = textMap(policy.paramKind);
  const { paramRef } = binding;
  if (apiVersion === undefined || kind === undefined || !isJsonObject(paramRef)) return [null];
  const type = ports.registry.ofKind(apiVersion, kind);
  if (type === undefined)
    throw new ParameterError(`failed to configure binding: paramKind kind \`${apiVersion}, Kind=${kind}\` not known`);
  const namespace = type.isNamespaced ? scalarText(paramRef.namespace) || write.namespace : undefined;
  if (type.isNamespaced && namespace === undefined) {
    throw new ParameterError(
      'failed to configure binding: cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
    );
  }
  const selection = labelSelection(paramRef.selector ?? {});
  const isReferred = (object: JsonObject) =>
    paramRef.name === undefined ? selection.matches(labelsOf(object)) : metadataText(object, 'name') === paramRef.name;
  const found = ports.store
    .list(type.collection)
    .map(([, object]) => object)
    .filter((object) => (!type.isNamespaced || metadataText(object, 'namespace') === namespace) && isReferred(object));
  if (found.length === 0 && valueAt(paramRef, ['parameterNotFoundAction']) === 'Deny') {
    throw new ParameterError(
      'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction',
    );
  }
  return await Promise.all(found.map((object) => type.strategy.fromStorage(object)));
}
