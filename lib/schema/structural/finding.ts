import { valuePath } from '../field-path.ts';
import type { Rule } from '../rule.ts';
import type { Finding } from '../value/finding.ts';

/** A problem of a schema. */
export interface SchemaFinding extends Finding {
  /**
   * `refused`: every API server refuses the schema. `dropped`: the API server accepts the schema without this part, and
   * warns only on request.
   */
  readonly effect: 'dropped' | 'refused';
  /** The place in the schema, such as `properties.spec.properties.size.default`; empty for the schema as a whole. */
  readonly path: string;
  /** The remedy. */
  readonly remedy: string;
}

/** A problem of a value of a schema. */
export interface ValueFinding extends Finding {
  /**
   * `unknown-field`: the API server drops it, and refuses it only if clients ask for strict validation. `broken-rule`:
   * a rule in CEL doesn't hold. `incomplete`: of the wrong type, not one of the choices, too long, or missing, so that
   * rules aren't evaluated. `invalid`: anything else that the schema refuses.
   */
  readonly reason: 'broken-rule' | 'incomplete' | 'invalid' | 'unknown-field';
  /** The reason that a broken rule names. */
  readonly cause?: Rule['reason'];
  /** The path of the value of a broken rule, if the rule names a field in it. */
  readonly rulePath?: string;
  /** True if the evaluation of a rule failed. */
  readonly isError?: true;
}

/** Returns a finding for a value that the schema refuses. */
export function invalidValueFinding(path: string, message: string): ValueFinding {
  return { reason: 'invalid', path, message };
}

/** Returns a finding for a part of a schema that every API server refuses. */
export function schemaFinding(path: string, message: string, remedy: string): SchemaFinding {
  return { effect: 'refused', path, message, remedy };
}

/** Returns a finding for a keyword of one schema, or for the part of it at the end of some steps. */
export type SchemaFindingAt = (place: string | readonly string[], message: string, remedy: string) => SchemaFinding;

/** Returns a function that returns a finding for a keyword of the schema at a path. */
export function schemaFindingAt(path: string): SchemaFindingAt {
  return (place, message, remedy) => schemaFinding(valuePath(path, [place].flat()), message, remedy);
}
