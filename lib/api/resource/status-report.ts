import type { ConditionReport } from './condition.ts';
import type { StatusInput } from './resource.ts';
import type { CustomResourceClass } from './resource-definition.ts';

/** What an operator reports of a resource: its own part of the status, and conditions. */
export type StatusReport<Api extends CustomResourceClass> = Unchanging<StatusInput<Api>> & {
  /**
   * Merged by type into those of the library. A report of type `Ready` lends its reason and message to the library's own
   * while both have the same status; reports of type `Progressing` and `Degraded` count for nothing.
   */
  readonly conditions?: readonly ConditionReport[];
};

/**
 * A report as a callback returned it, without fields that the definition doesn't know:
 * the API server would drop them, and TypeScript alone doesn't look for them in what a function returns.
 */
export type ExactReport<Report, Api extends CustomResourceClass> = Report &
  Partial<Record<Exclude<keyof Report, keyof StatusReport<Api>>, never>>;

/** Plain data that may be read-only: what caches give is. */
export type Unchanging<Value> = Value extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : Value extends object
    ? { readonly [Field in keyof Value]: Unchanging<Value[Field]> }
    : Value;
