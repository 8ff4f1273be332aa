import type { KindReference } from './kind-reference.ts';

/**
 * `unknown` if a definition declares a kind, else a type that no class has, so that a call with the kind doesn't
 * compile.
 *
 * @typeParam Reference - the kind of a call; of a union, every member must be declared.
 * @typeParam Kinds - the kinds that the definition declares. If these aren't known, every kind counts as declared.
 * @typeParam Remedy - a sentence that the compiler shows.
 */
export type DeclaredKind<Reference, Kinds, Remedy extends string> = KindReference extends Kinds
  ? unknown
  : [UndeclaredIn<Reference, Kinds>] extends [never]
    ? unknown
    : Readonly<Record<Remedy, never>>;

type UndeclaredIn<Reference, Kinds> = Reference extends unknown
  ? true extends SameAsOne<Reference, Kinds>
    ? never
    : Reference
  : never;

// Many cdk8s classes are assignable to each other, since all of their props are optional: only identity distinguishes
// them.
type SameAsOne<Reference, Kinds> = Kinds extends unknown ? Identical<Reference, Kinds> : never;

type Identical<One, Other> =
  (<Value>(value: Value) => Value extends One ? 1 : 2) extends <Value>(value: Value) => Value extends Other ? 1 : 2
    ? true
    : false;
