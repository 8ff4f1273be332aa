import type { DeclaredKind } from '../kind/declared-kind.ts';
import type { KindReference } from '../kind/kind-reference.ts';

/** The methods of a {@link DeclaredClient} that need a right; `uses` declares them by name. */
export const useVerbs = ['get', 'list', 'create', 'apply', 'patch', 'patchStatus', 'delete'] as const;

/** One of the {@link useVerbs}. */
export type UseVerb = (typeof useVerbs)[number];

/** A kind that callbacks read or write with `client`, and the methods that they call for it. */
export interface Use<Reference extends KindReference = KindReference, Verb extends UseVerb = UseVerb> {
  readonly kind: Reference;
  /** The methods of `client`. Each grants only its rights, in all namespaces that the operator works in. */
  readonly verbs: readonly Verb[];
}

/**
 * `unknown` if `uses` declares the method for the kind, else a type that no class has, so that a call with it doesn't
 * compile.
 */
export type Declared<Reference, Uses extends readonly Use[], Verb extends UseVerb> = DeclaredKind<
  Reference,
  UsedBy<Uses[number], Verb>,
  'declare this kind, with the method, in `uses`'
>;

type UsedBy<Entry extends Use, Verb> = Entry extends Use
  ? Verb extends Entry['verbs'][number]
    ? Entry['kind']
    : never
  : never;
