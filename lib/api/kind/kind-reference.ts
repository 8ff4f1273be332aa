import { builtInKind } from './built-in-kinds.ts';
import { formatGroupVersionKind, type GroupVersionKind, groupVersionKind } from './group-version-kind.ts';
import type { Kind } from './kind.ts';

/** A class of cdk8s API objects, such as `k8s.KubeDeployment` or an imported one. */
export interface ApiObjectClass {
  readonly GVK: { readonly apiVersion: string; readonly kind: string };
  readonly prototype: object;
}

/**
 * How a definition names a kind: by the class of a custom resource, by a cdk8s class of a built-in kind,
 * or, for any other, by its description.
 */
export type KindReference = ApiObjectClass | Kind;

const brand = Symbol.for('operand.UnknownKindError');

/** A reference names a kind whose plural and scope nobody has told. The definition has to. */
export class UnknownKindError extends Error {
  override readonly name = 'UnknownKindError';
  readonly code = 'unknown-kind';
  readonly kind: GroupVersionKind;
  readonly [brand] = true;

  constructor(kind: GroupVersionKind) {
    super(
      `${formatGroupVersionKind(kind)} is not a built-in kind: describe it as ` +
        `{ group: '${kind.group}', version: '${kind.version}', kind: '${kind.kind}', plural: '…', scope: 'Namespaced' }`,
    );
    this.kind = kind;
  }

  /** Whether `error` is one, also of another copy of the library. */
  static is(error: unknown): error is UnknownKindError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}

/**
 * The kind that a reference names.
 *
 * @throws UnknownKindError if a class stands for neither a custom resource nor a built-in kind.
 */
export function resolveKind(reference: KindReference): Kind {
  if (!('GVK' in reference)) return reference;
  if ('definition' in reference && isKind(reference.definition)) return reference.definition;
  const named = groupVersionKind(reference.GVK);
  const kind = builtInKind(named);
  if (kind === undefined) throw new UnknownKindError(named);
  return kind;
}

function isKind(value: unknown): value is Kind {
  return typeof value === 'object' && value !== null && 'plural' in value && 'scope' in value;
}
