// In: the stored roles and bindings. Out: the rules that bindings give to a user. Called by the authorizer for each request of a
// user who isn't an admin.

import type { JsonObject } from '../../../api/index.ts';
import { metadataText } from '../../../built-in/index.ts';
import type { PolicyRule } from '../../../constructs/index.ts';
import { getOrMake } from '../../../schema/index.ts';
import type { ObjectStorage } from '../store/object-storage.ts';
import { accountUsername, type RequestUser } from '../user.ts';
import {
  accessGroup,
  type BoundSubject,
  policyRulesOf,
  type RoleReference,
  roleReference,
  subjectsOf,
} from './role.ts';

/** The rules that one binding gives. */
export interface BindingGrant {
  readonly rules: readonly PolicyRule[];
  /** The binding, its role and the subject, as decisions name them. */
  readonly source: string;
  /** The reason why there are no rules; undefined if the role exists. */
  readonly failure: string | undefined;
}

/** One subject of one binding. */
interface Entry extends BindingGrant {
  /** The position of the binding among all, and of the subject among those of the binding. */
  readonly position: readonly [binding: number, subject: number];
}

type Entries = Map<string, Entry[]>;

const roles = `${accessGroup}/roles`;
const clusterRoles = `${accessGroup}/clusterroles`;
const roleBindings = `${accessGroup}/rolebindings`;
const clusterRoleBindings = `${accessGroup}/clusterrolebindings`;

/** All bindings by subject. Built when first read after a role or a binding has changed. */
export class RoleIndex {
  readonly #store: ObjectStorage;
  /** Namespace → its entries; those of all namespaces are under the empty name. */
  #places: ReadonlyMap<string, Entries> | undefined;
  /** User → namespace, or none → the grants that were read. */
  #grants = new WeakMap<RequestUser, Map<string | undefined, readonly BindingGrant[]>>();

  constructor(store: ObjectStorage) {
    this.#store = store;
    for (const collection of [roles, clusterRoles, roleBindings, clusterRoleBindings]) {
      store.subscribe(collection, () => {
        this.#places = undefined;
        this.#grants = new WeakMap();
      });
    }
  }

  /** Returns the grants of bindings to a user: for all namespaces, then, if one is named, for that namespace. */
  grants(user: RequestUser, namespace: string | undefined): readonly BindingGrant[] {
    const known = getOrMake(this.#grants, user, () => new Map<string | undefined, readonly BindingGrant[]>());
    return getOrMake(known, namespace, () => this.#read(user, namespace));
  }

  #read(user: RequestUser, namespace: string | undefined): readonly BindingGrant[] {
    this.#places ??= this.#built();
    const places = namespace === undefined ? [''] : ['', namespace];
    return places.flatMap((place) => grantsOf(this.#places?.get(place), user));
  }

  /** Returns the rules of a role; undefined if it is absent. @param namespace - that of the binding; empty for all. */
  rulesOf({ kind, name }: RoleReference, namespace: string): readonly PolicyRule[] | undefined {
    const role =
      kind === 'ClusterRole' ? this.#store.get(clusterRoles, name) : this.#store.get(roles, `${namespace}/${name}`);
    return role && policyRulesOf(role);
  }

  #built(): ReadonlyMap<string, Entries> {
    const places = new Map<string, Entries>();
    const bindings = [clusterRoleBindings, roleBindings].flatMap((collection) => this.#store.list(collection));
    for (const [index, [, binding]] of bindings.entries()) this.#add(places, binding, index);
    return places;
  }

  #add(places: Map<string, Entries>, binding: JsonObject, index: number): void {
    const namespace = metadataText(binding, 'namespace');
    const role = roleReference(binding);
    const rules = this.rulesOf(role, namespace);
    const failure =
      rules === undefined ? `${role.kind.toLowerCase()}.${accessGroup} "${role.name}" not found` : undefined;
    const entries = getOrMake(places, namespace, () => new Map<string, Entry[]>());
    for (const [position, subject] of subjectsOf(binding).entries()) {
      const key = subjectKey(subject, namespace);
      if (key === undefined) continue;
      const source = description(binding, role, subject);
      const entry: Entry = { rules: rules ?? [], source, failure, position: [index, position] };
      getOrMake(entries, key, () => []).push(entry);
    }
  }
}

/** A binding counts once, by its first subject that matches. */
function grantsOf(entries: Entries | undefined, { username, groups }: RequestUser): readonly BindingGrant[] {
  if (entries === undefined) return [];
  const keys = new Set([userKey(username), ...groups.map(groupKey)]);
  const found = new Map<number, Entry>();
  for (const entry of [...keys].flatMap((key) => entries.get(key) ?? [])) {
    const [binding, subject] = entry.position;
    const known = found.get(binding);
    if (known === undefined || subject < known.position[1]) found.set(binding, entry);
  }
  return [...found].sort(([one], [other]) => one - other).map(([, entry]) => entry);
}

function userKey(name: string): string {
  return `User ${name}`;
}

function groupKey(name: string): string {
  return `Group ${name}`;
}

/** A ServiceAccount without a namespace is in that of its binding. */
function subjectKey({ kind, name, namespace }: BoundSubject, place: string): string | undefined {
  switch (kind) {
    case 'User':
      return userKey(name);
    case 'Group':
      return groupKey(name);
    case 'ServiceAccount': {
      const accountNamespace = namespace === '' ? place : namespace;
      return accountNamespace === '' ? undefined : userKey(accountUsername({ namespace: accountNamespace, name }));
    }
    default:
      return undefined;
  }
}

function description(binding: JsonObject, role: RoleReference, { kind, name, namespace }: BoundSubject): string {
  const place = metadataText(binding, 'namespace');
  const bindingName = metadataText(binding, 'name');
  const bound =
    place === ''
      ? `ClusterRoleBinding ${JSON.stringify(bindingName)}`
      : `RoleBinding ${JSON.stringify(`${bindingName}/${place}`)}`;
  const subject = kind === 'ServiceAccount' ? `${name}/${namespace === '' ? place : namespace}` : name;
  return `${bound} of ${role.kind} ${JSON.stringify(role.name)} to ${kind} ${JSON.stringify(subject)}`;
}
