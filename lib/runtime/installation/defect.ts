import type { JsonPatchOperation } from '../../client/index.ts';

/** A part of an installed object that no longer does what the manifest says. */
export interface Defect {
  /** For users: `webhook check.key.example.com: failurePolicy is Ignore`. */
  readonly message: string;
  /** The patch of the object that repairs it; empty if the manager only reports it. */
  readonly repair: readonly JsonPatchOperation[];
}

/** The fields of an object, of unknown types. */
export type Fields = Readonly<Record<string, unknown>>;

/** One place in an object that was compared with the same place in its manifest. */
export interface ComparedPlace {
  /** JSON pointer in the object, such as `/webhooks/0`. */
  readonly path: string;
  /** The beginning of messages, such as `webhook check.key.example.com: `. @default '' */
  readonly title?: string;
  readonly declared: Fields;
  readonly live: Fields;
}

/** A defect of one field, which is repaired by setting the manifest's value. */
export function fieldDefect({ path, title = '', declared }: ComparedPlace, field: string, message: string): Defect {
  const value = declared[field];
  const at = `${path}/${field}`;
  return {
    message: `${title}${message}`,
    repair: [value === undefined ? { op: 'remove', path: at } : { op: 'add', path: at, value }],
  };
}
