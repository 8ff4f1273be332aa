import { isDeepStrictEqual } from 'node:util';
import { builtInKind } from '../../../api/index.ts';
import {
  builtInSchema,
  changeableStatefulSetFields,
  DecodingError,
  decodedObject,
  defaultedObject,
  immutableFieldPaths,
} from '../../../built-in/index.ts';
import { isJsonObject, ownField } from '../../../schema/index.ts';
import { objectKindOf, type Place } from '../../content/index.ts';
import type { Kept } from '../release-pair.ts';

interface Immutability {
  readonly fields?: readonly string[];
  /** Fields of the spec that are mutable; all others are immutable. */
  readonly mutableSpecFields?: readonly string[];
  /** Fields that can be set once, if they were absent. */
  readonly settableFields?: readonly string[];
  /** Fields that keep their value if they become absent. */
  readonly kept?: readonly string[];
}

/**
 * `Kind.group` → its immutability besides the {@link immutableFieldPaths}: API servers describe these fields in other
 * words.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/master/pkg/apis/apps/validation/validation.go and the files of
 *   other groups
 */
const immutability: Readonly<Record<string, Immutability>> = {
  'StatefulSet.apps': { mutableSpecFields: changeableStatefulSetFields },
  'Job.batch': { fields: ['spec.completions', 'spec.template'] },
  PersistentVolumeClaim: {
    mutableSpecFields: ['resources', 'volumeAttributesClassName'],
    settableFields: ['spec.storageClassName', 'spec.volumeName'],
  },
  Pod: {
    mutableSpecFields: [
      'activeDeadlineSeconds',
      'containers',
      'initContainers',
      'terminationGracePeriodSeconds',
      'tolerations',
    ],
  },
  Service: { fields: ['spec.clusterIP', 'spec.clusterIPs'], kept: ['spec.clusterIP', 'spec.clusterIPs'] },
  'ClusterRoleBinding.rbac.authorization.k8s.io': { fields: ['roleRef'] },
  'RoleBinding.rbac.authorization.k8s.io': { fields: ['roleRef'] },
  'CSIDriver.storage.k8s.io': { fields: ['spec.attachRequired'] },
  'PriorityClass.scheduling.k8s.io': { fields: ['value'] },
};

/**
 * Returns the immutable fields of an object that differ, as the API server stores them: setting a field to its default
 * is not a change.
 *
 * @param groupKind - such as `StatefulSet.apps`. Kinds without such rules have none.
 */
export function immutableChanges(groupKind: string, { before, after }: Kept): readonly Kept[] {
  const { fields = [], mutableSpecFields, settableFields = [], kept = [] } = ownField(immutability, groupKind) ?? {};
  const frozen = before.at('immutable').value === true ? ['data', 'binaryData', 'stringData', 'immutable'] : [];
  const specFields = new Set([before, after].flatMap((child) => child.at('spec').fields.map(([name]) => name)));
  const others = [...specFields].filter((name) => mutableSpecFields?.includes(name) === false);
  const kind = builtInKind(objectKindOf(after));
  const common = kind === undefined ? [] : (immutableFieldPaths[`${kind.group}/${kind.plural}`] ?? []);
  const paths = [...common, ...fields, ...frozen, ...others.map((name) => `spec.${name}`)];
  if (paths.length === 0) return [];
  const [old, present] = storedForms(before, after);
  // API servers move the texts of a Secret into its data.
  const stored = (form: Place, path: string) =>
    form.at(...(groupKind === 'Secret' && path === 'stringData' ? ['data'] : path.split('.'))).value;
  return paths
    .filter((path) => !isDeepStrictEqual(stored(old, path), stored(present, path)))
    .filter((path) => !settableFields.includes(path) || stored(old, path) !== undefined)
    .filter((path) => !kept.includes(path) || isFieldSet(after.at(...path.split('.'))))
    .map((path) => path.split('.'))
    .map((names) => ({ before: before.at(...names), after: after.at(...names) }))
    .filter((field) => !isDeepStrictEqual(field.before.value, field.after.value));
}

/**
 * Returns both objects with the defaults of the API server; unchanged if one isn't of a built-in kind, or has a wrong
 * type.
 */
function storedForms(...objects: [Place, Place]): [Place, Place] {
  try {
    const [before, after] = objects;
    return [storedForm(before), storedForm(after)];
  } catch (error) {
    if (error instanceof DecodingError) return objects;
    throw error;
  }
}

/** @throws DecodingError if a field has a wrong type. */
function storedForm(object: Place): Place {
  const kind = builtInKind(objectKindOf(object));
  if (kind === undefined || !isJsonObject(object.value)) return object;
  const schema = builtInSchema(kind);
  return object.with(defaultedObject(schema, decodedObject(schema, object.value, { unknown: [] })));
}

/** API servers set defaults for empty fields as for absent ones. */
function isFieldSet({ isAbsent, text, value }: Place): boolean {
  return !isAbsent && text !== '' && !(Array.isArray(value) && value.length === 0);
}
