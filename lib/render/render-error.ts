import { formatObjectKey, type GroupVersionKind, type ObjectKey } from '../api/index.ts';
import { brandedError } from '../error/index.ts';

/**
 * The error if children of a resource can't be rendered, or are in a wrong place. Only a change of the resource or the
 * operator helps.
 *
 * @example
 * const test = new ControllerTest(operator, Memcached, { spec: { size: 9 } });
 * assert.throws(() => test.render(), RenderError.is);
 */
export class RenderError extends brandedError('RenderError') {
  readonly code = 'render-refused';
  readonly kind: GroupVersionKind;
  readonly object: ObjectKey;
  /** One sentence per problem, with its remedy. */
  readonly findings: readonly string[];

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
}
