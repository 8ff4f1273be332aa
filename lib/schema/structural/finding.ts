import type { Finding } from '../value/finding.ts';

/** Something wrong with a schema. */
export interface SchemaFinding extends Finding {
  /** `refused`: no API server takes the schema. `dropped`: it takes it without this part, and says so only if asked. */
  readonly effect: 'dropped' | 'refused';
  /** Where in the schema, such as `properties.spec.properties.size.default`; empty for the schema as a whole. */
  readonly path: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** Something wrong with a value of a schema. */
export interface ValueFinding extends Finding {
  /**
   * `unknown-field`: the API server drops it, and refuses it only where clients ask for strictness. `broken-rule`: a rule
   * in CEL doesn't hold. `incomplete`: of the wrong type, outside of a choice, too long, or not there, so that rules
   * aren't evaluated. `invalid`: anything else that the schema refuses.
   */
  readonly reason: 'broken-rule' | 'incomplete' | 'invalid' | 'unknown-field';
}

/** A part of a schema that no API server takes. */
export function schemaFinding(path: string, message: string, remedy: string): SchemaFinding {
  return { effect: 'refused', path, message, remedy };
}
