import {
  type FieldsV1,
  isJsonObject,
  type JsonObject,
  type KubernetesObject,
  type ManagedFieldsEntry,
  type StoredObject,
} from '../../lib/api/index.ts';

/** The manager of a write, and its operation. */
export interface FieldManager {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly subresource?: string | undefined;
}

/** The result of an apply: the object, and the conflicting fields. */
export interface Application {
  readonly object: KubernetesObject;
  /** Paths such as `f:data/f:a`. These fields stay unchanged unless the apply is forced. */
  readonly conflicts: readonly string[];
}

/** Elements such as `f:data` and `k:{"type":"Ready"}`. */
type Path = readonly string[];

/** Field of an associative list, whose items have different owners → the key of its items. */
const listKeys: Readonly<Record<string, string>> = { conditions: 'type', ownerReferences: 'uid', containers: 'name' };

/** Applies an object, as far as it consists of maps, lists with one owner, and associative lists with a single key. */
export function applied(before: StoredObject | undefined, desired: KubernetesObject, by: FieldManager): Application {
  const fields = ownableFields(desired, by);
  const entries = before?.metadata.managedFields ?? [];
  const own = entries.find((entry) => isOf(entry, by));
  const others = entries.filter((entry) => entry !== own);
  const ownedBefore = pathsOf(own?.fieldsV1 ?? {});
  const leaves = leavesOf(fields, []);
  const result = structuredClone<KubernetesObject>(before ?? desired);
  const object = result as Record<string, unknown>;
  const changed = leaves.filter(([path, value]) => JSON.stringify(valueAt(object, path)) !== JSON.stringify(value));
  const isOthers = (path: Path) =>
    others.some((entry) => pathsOf(entry.fieldsV1 ?? {}).some((other) => other.join('/') === path.join('/')));
  const conflicts = changed.map(([path]) => path).filter(isOthers);

  for (const [path, value] of leaves) put(object, path, value);
  if (by.operation === 'Apply') reorder(object, fields);
  const wanted = new Set(leaves.map(([path]) => path.join('/')));
  if (by.operation === 'Apply') {
    for (const path of ownedBefore) if (!wanted.has(path.join('/')) && !isOthers(path)) take(object, path);
  }
  const kept = by.operation === 'Update' ? ownedBefore : [];
  const lost = new Set(changed.map(([path]) => path.join('/')));
  const entry = {
    ...by,
    apiVersion: desired.apiVersion,
    fieldsType: 'FieldsV1',
    fieldsV1: treeOf([...kept, ...leaves.map(([path]) => path)]),
  } as ManagedFieldsEntry;
  const remaining = others.map((other) => ({
    ...other,
    fieldsV1: treeOf(pathsOf(other.fieldsV1 ?? {}).filter((path) => !lost.has(path.join('/')))),
  }));
  return {
    object: { ...result, metadata: { ...result.metadata, managedFields: [...remaining, entry] } },
    conflicts: conflicts.map((path) => path.join('/')),
  };
}

/** Updates a status: it becomes the given one, and the updater owns its changes. */
export function updatedStatus(before: StoredObject, status: unknown, by: FieldManager): StoredObject {
  const leavesBefore = leavesOf(ownableFields(before, by), []);
  const leaves = leavesOf({ status }, []);
  const valuesBefore = new Map(leavesBefore.map(([path, value]) => [path.join('/'), JSON.stringify(value)]));
  const paths = new Set(leaves.map(([path]) => path.join('/')));
  const gone = leavesBefore.filter(([path]) => !paths.has(path.join('/'))).map(([path]) => path);
  const changed = leaves
    .filter(([path, value]) => valuesBefore.get(path.join('/')) !== JSON.stringify(value))
    .map(([path]) => path);
  const lost = new Set([...gone, ...changed].map((path) => path.join('/')));
  const entries = before.metadata.managedFields ?? [];
  const left = entries.map((entry) => ({
    entry,
    paths: pathsOf(entry.fieldsV1 ?? {}).filter((path) => !lost.has(path.join('/'))),
  }));
  const own = left.find(({ entry }) => isOf(entry, by));
  const others = left.filter((each) => each !== own && each.paths.length > 0);
  const entry = {
    ...by,
    apiVersion: before.apiVersion,
    fieldsType: 'FieldsV1',
    fieldsV1: treeOf([...(own?.paths ?? []), ...changed]),
  } as ManagedFieldsEntry;
  const managedFields = [
    ...others.map((other) => ({ ...other.entry, fieldsV1: treeOf(other.paths) })),
    ...(Object.keys(entry.fieldsV1 ?? {}).length === 0 ? [] : [entry]),
  ];
  return { ...before, status, metadata: { ...before.metadata, managedFields } };
}

/** Returns the fields that can be owned: for the status subresource only the status, else all but the status. */
function ownableFields({ metadata, status, ...body }: KubernetesObject, by: FieldManager): Record<string, unknown> {
  if (by.subresource === 'status') return { status };
  const { apiVersion: _apiVersion, kind: _kind, ...fields } = body;
  const { name, namespace, uid, resourceVersion, generation, creationTimestamp, managedFields, ...ownable } = metadata;
  return Object.keys(ownable).length === 0 ? fields : { ...fields, metadata: ownable };
}

function isOf(entry: ManagedFieldsEntry, { manager, operation, subresource }: FieldManager): boolean {
  return entry.manager === manager && entry.operation === operation && entry.subresource === subresource;
}

/** Returns the values that have one owner, and the items of associative lists. */
function leavesOf(value: unknown, path: Path): (readonly [Path, unknown])[] {
  const key = listKeys[path.at(-1)?.slice(2) ?? ''];
  if (Array.isArray(value) && key !== undefined) {
    return value.flatMap((item) => leavesOf(item, [...path, `k:${JSON.stringify({ [key]: item[key] })}`]));
  }
  if (!isJsonObject(value) || Object.keys(value).length === 0) return [[path, value]];
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .flatMap(([name, field]) => leavesOf(field, [...path, `f:${name}`]));
}

function treeOf(paths: readonly Path[]): FieldsV1 {
  const tree: Record<string, Record<string, unknown>> = {};
  for (const path of paths) {
    let node: Record<string, unknown> = tree;
    for (const element of path) {
      node[element] ??= element.startsWith('k:') ? { '.': {} } : {};
      node = node[element] as Record<string, unknown>;
    }
  }
  return tree as FieldsV1;
}

function pathsOf(tree: FieldsV1, path: Path = []): Path[] {
  const elements = Object.entries(tree).filter(([element]) => element !== '.');
  if (elements.length === 0) return path.length === 0 ? [] : [path];
  return elements.flatMap(([element, below]) => pathsOf(below, [...path, element]));
}

function valueAt(object: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, element) => child(value, element), object);
}

function child(value: unknown, element: string): unknown {
  if (!element.startsWith('k:')) return isJsonObject(value) ? value[element.slice(2)] : undefined;
  return Array.isArray(value) ? value.find((item) => hasKeys(item, element)) : undefined;
}

function put(object: Record<string, unknown>, path: Path, value: unknown): void {
  let node: unknown = object;
  path.forEach((element, index) => {
    const isLast = index === path.length - 1;
    const next = path[index + 1]?.startsWith('k:') ? [] : {};
    if (Array.isArray(node)) {
      if (!node.some((item) => hasKeys(item, element))) node.push({ ...JSON.parse(element.slice(2)) });
      node = child(node, element);
    } else {
      const fields = node as Record<string, unknown>;
      const name = element.slice(2);
      if (isLast) fields[name] = value;
      else node = fields[name] ??= next;
    }
  });
}

/** Sorts the items of associative lists: applied ones in their order, before the others. */
function reorder(object: Readonly<Record<string, unknown>>, fields: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(fields)) {
    const stored = object[name];
    const key = listKeys[name];
    if (isJsonObject(value) && isJsonObject(stored)) reorder(stored, value);
    if (key === undefined || !Array.isArray(value) || !Array.isArray(stored)) continue;
    const position = (item: JsonObject) => {
      const index = value.findIndex((applied) => applied[key] === item[key]);
      return index < 0 ? value.length : index;
    };
    stored.sort((one, other) => position(one) - position(other));
  }
}

function take(object: unknown, path: Path): void {
  const [last = '', ...rest] = path.toReversed();
  const parent = valueAt(object, rest.toReversed());
  if (Array.isArray(parent))
    parent.splice(
      parent.findIndex((item) => hasKeys(item, last)),
      1,
    );
  else if (isJsonObject(parent)) Reflect.deleteProperty(parent, last.slice(2));
}

function hasKeys(item: unknown, element: string): boolean {
  const keys = Object.entries(JSON.parse(element.slice(2)));
  return isJsonObject(item) && keys.every(([name, value]) => item[name] === value);
}
