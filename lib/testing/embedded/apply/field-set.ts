// In: paths of fields. Out: sets of fields with their algebra, and their notation in managedFields. Called by the field
// manager.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import type { SchemaNode } from '../../../built-in/index.ts';
import { fieldsIn } from '../../../schema/index.ts';
import { parsedJson } from '../json-text.ts';
import { elementKind, elementName, type PathElement } from './path-element.ts';

/**
 * A set of fields: a tree whose nodes are path elements, each a member or only the way to members.
 *
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
 */
export class FieldSet {
  readonly members: ReadonlySet<PathElement>;
  readonly children: ReadonlyMap<PathElement, FieldSet>;

  private constructor(members: ReadonlySet<PathElement>, children: ReadonlyMap<PathElement, FieldSet>) {
    this.members = members;
    this.children = children;
  }

  static readonly empty: FieldSet = new FieldSet(new Set(), new Map());

  static of(members: Iterable<PathElement>, children: Iterable<readonly [PathElement, FieldSet]>): FieldSet {
    const inner = new Map<PathElement, FieldSet>();
    for (const [name, child] of children) if (!child.isEmpty) inner.set(name, child);
    return new FieldSet(new Set(members), inner);
  }

  /** @param depth - the number of elements that all paths share. */
  static ofPaths(paths: readonly (readonly PathElement[])[], depth = 0): FieldSet {
    const members = paths.flatMap((path) => (path.length === depth + 1 ? path.slice(depth) : []));
    const deeper = Map.groupBy(
      paths.filter(({ length }) => length > depth + 1),
      ({ [depth]: element = '' }) => element,
    );
    return FieldSet.of(
      members,
      [...deeper].map(([element, longer]) => [element, FieldSet.ofPaths(longer, depth + 1)] as const),
    );
  }

  /** Reads the notation of managedFields. */
  static fromFieldsV1(tree: JsonObject): FieldSet {
    const entries = Object.entries(tree).filter(([element]) => element !== '.');
    const members = entries.filter(([, below]) => isMember(below)).map(([element]) => canonical(element));
    const children = entries.map(
      ([element, below]) => [canonical(element), FieldSet.fromFieldsV1(fieldsIn(below))] as const,
    );
    return FieldSet.of(members, children);
  }

  /** Returns the notation of managedFields. */
  toFieldsV1(): JsonObject {
    const elements = new Set([...this.members, ...this.children.keys()]);
    return Object.fromEntries(
      [...elements].map((element): [string, JsonValue] => {
        const below = this.children.get(element)?.toFieldsV1() ?? {};
        const isNamed = this.members.has(element) && Object.keys(below).length > 0;
        return [element, isNamed ? { '.': {}, ...below } : below];
      }),
    );
  }

  get isEmpty(): boolean {
    return this.members.size === 0 && this.children.size === 0;
  }

  has(element: PathElement): boolean {
    return this.members.has(element);
  }

  child(element: PathElement): FieldSet {
    return this.children.get(element) ?? FieldSet.empty;
  }

  union(other: FieldSet): FieldSet {
    if (this.isEmpty) return other;
    if (other.isEmpty) return this;
    const names = new Set([...this.children.keys(), ...other.children.keys()]);
    return FieldSet.of(
      [...this.members, ...other.members],
      [...names].map((name) => [name, this.child(name).union(other.child(name))] as const),
    );
  }

  intersection(other: FieldSet): FieldSet {
    if (this.isEmpty || other.isEmpty) return FieldSet.empty;
    return FieldSet.of(
      [...this.members].filter((member) => other.has(member)),
      [...this.children].map(([name, child]) => [name, child.intersection(other.child(name))] as const),
    );
  }

  difference(other: FieldSet): FieldSet {
    if (this.isEmpty || other.isEmpty) return this;
    return FieldSet.of(
      [...this.members].filter((member) => !other.has(member)),
      [...this.children].map(([name, child]) => [name, child.difference(other.child(name))] as const),
    );
  }

  /** Returns the set without the other's fields and all fields below them. */
  recursiveDifference(other: FieldSet): FieldSet {
    if (this.isEmpty || other.isEmpty) return this;
    return FieldSet.of(
      [...this.members].filter((member) => !other.has(member)),
      [...this.children]
        .filter(([name]) => !other.has(name))
        .map(([name, child]) => [name, child.recursiveDifference(other.child(name))] as const),
    );
  }

  /** Returns only the fields at or below one field of the outermost object. */
  only(element: PathElement): FieldSet {
    return FieldSet.of(this.has(element) ? [element] : [], [[element, this.child(element)]]);
  }

  /** Returns the set with each declared field that leads to members as a member. */
  withNamedFields(schema: SchemaNode | undefined): FieldSet {
    const named = [...this.children.keys()].filter(
      (element) => elementKind(element) === 'field' && schema?.isDeclared(elementName(element)) === true,
    );
    return FieldSet.of(
      [...this.members, ...named],
      [...this.children].map(
        ([element, child]) => [element, child.withNamedFields(innerSchema(schema, element))] as const,
      ),
    );
  }

  /** Yields the path of each member, in the order of API servers: the members of a level before those below it. */
  *paths(prefix: readonly PathElement[] = []): Generator<readonly PathElement[]> {
    for (const member of [...this.members].sort()) yield [...prefix, member];
    for (const element of [...this.children.keys()].sort()) yield* this.child(element).paths([...prefix, element]);
  }
}

function innerSchema(schema: SchemaNode | undefined, element: PathElement): SchemaNode | undefined {
  return elementKind(element) === 'field' ? schema?.field(elementName(element)) : schema?.items;
}

/** A leaf, or a node that is marked as one. */
function isMember(below: JsonValue): boolean {
  return isJsonObject(below) && (Object.keys(below).length === 0 || Object.hasOwn(below, '.'));
}

/** Returns an element with the keys of items in their order, so that equal elements are equal texts. */
function canonical(element: PathElement): PathElement {
  if (elementKind(element) !== 'key') return element;
  const keys = Object.entries(fieldsIn(parsedJson(elementName(element))));
  return `k:${JSON.stringify(Object.fromEntries(keys.sort(([one], [other]) => (one < other ? -1 : 1))))}`;
}
