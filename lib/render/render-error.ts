import { formatObjectKey, type GroupVersionKind, type ObjectKey } from '../api/index.ts';

const brand = Symbol.for('operand.RenderError');

/**
 * The error if children of a resource can't be rendered, or are in a wrong place. Only a change of the resource or the
 * operator helps.
 */
export class RenderError extends Error {
  override readonly name = 'RenderError';
  readonly code = 'render-refused';
  readonly kind: GroupVersionKind;
  readonly object: ObjectKey;
  /** One sentence per problem, with its remedy. */
  readonly findings: readonly string[];
  readonly [brand] = true;

  constructor(
    { group, version, kind }: GroupVersionKind,
    object: ObjectKey,
    findings: readonly string[],
    cause?: unknown,
  ) {
    super(`can't render ${kind} ${formatObjectKey(object)}: ${findings.join('; ')}`, { cause });
    this.kind = { group, version, kind };
    this.object = object;
    this.findings = findings;
  }

  /** Returns true for a RenderError, also one of another copy of the library. */
  static is(error: unknown): error is RenderError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}
