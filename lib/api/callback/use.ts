import type { KindReference } from '../kind/kind-reference.ts';

/** The methods of a {@link DeclaredClient} that take a right: each is declared by its name. */
export const useVerbs = ['get', 'list', 'create', 'apply', 'patch', 'patchStatus', 'delete'] as const;

/** One of the {@link useVerbs}. */
export type UseVerb = (typeof useVerbs)[number];

/** A kind that callbacks read or write by their `client`, and the methods that they call for it. */
export interface Use<Reference extends KindReference = KindReference, Verb extends UseVerb = UseVerb> {
  readonly kind: Reference;
  /** The methods of `client`. Each grants its rights, in all namespaces that the operator works in, and no others. */
  readonly verbs: readonly Verb[];
}

/** The kinds that are declared for a method. */
export type KindsUsedBy<Uses extends readonly Use[], Verb extends UseVerb> = UsedBy<Uses[number], Verb>;

type UsedBy<Entry extends Use, Verb> = Entry extends Use
  ? Verb extends Entry['verbs'][number]
    ? Entry['kind']
    : never
  : never;

/** `unknown` for one of `Kinds`, else a type that no class has, so that a call with it doesn't compile. */
export type Declared<Reference, Kinds> = KindReference extends Kinds
  ? unknown
  : true extends SameAsOne<Reference, Kinds>
    ? unknown
    : Undeclared;

interface Undeclared {
  readonly 'declare this kind, with the method, in `uses`': never;
}

// Many cdk8s classes are assignable to each other, since all of their props are optional: only identity tells them apart.
type SameAsOne<Reference, Kinds> = Kinds extends unknown ? Identical<Reference, Kinds> : never;

type Identical<One, Other> =
  (<Value>(value: Value) => Value extends One ? 1 : 2) extends <Value>(value: Value) => Value extends Other ? 1 : 2
    ? true
    : false;
