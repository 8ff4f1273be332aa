import type { ConditionReport } from './condition.ts';
import type { StatusInput } from './resource.ts';
import type { CustomResourceClass } from './resource-definition.ts';

/** The report of an operator about a resource: its own part of the status, and conditions. */
export type StatusReport<Api extends CustomResourceClass> = Unchanging<StatusInput<Api>> & {
  /**
   * Merged by type into those of the library. A report of type `Ready` replaces the reason and message of the library's
   * condition while both have the same status. Reports of type `Progressing` and `Degraded` are ignored.
   */
  readonly conditions?: readonly ConditionReport[];
};

/**
 * A report as a callback returned it, without fields that the definition doesn't know. The API server would drop them,
 * and TypeScript alone doesn't check for them in a returned value.
 */
export type ExactReport<Report, Api extends CustomResourceClass> = Report &
  Partial<Record<Exclude<keyof Report, keyof StatusReport<Api>>, never>>;

/** Plain data that may be read-only, as that of caches is. */
export type Unchanging<Value> = Value extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : Value extends object
    ? { readonly [Field in keyof Value]: Unchanging<Value[Field]> }
    : Value;
