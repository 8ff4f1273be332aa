import { brandedError } from '../../error/index.ts';
import { builtInKind } from './built-in-kinds.ts';
import { type PlusClass, plusKind, plusName } from './cdk8s-plus-class.ts';
import { formatGroupVersionKind, type GroupVersionKind, groupVersionKind } from './group-version-kind.ts';
import type { Kind } from './kind.ts';

/** A class of cdk8s API objects, such as `k8s.KubeDeployment` or an imported one. */
export interface ApiObjectClass {
  readonly GVK: { readonly apiVersion: string; readonly kind: string };
  readonly prototype: object;
}

/**
 * A kind as a definition names it. It is the class of a custom resource, a cdk8s class of a built-in kind, or a
 * high-level class of cdk8s-plus. For any other kind, it is a description.
 */
export type KindReference = ApiObjectClass | PlusClass | Kind;

/** The error for a reference to a kind whose plural and scope are unknown. The definition has to describe the kind. */
export class UnknownKindError extends brandedError('UnknownKindError') {
  readonly code = 'unknown-kind';
  /** The name of the kind, or of the class without a kind. */
  readonly title: string;

  constructor(title: string, message: string) {
    super(message);
    this.title = title;
  }
}

/**
 * Returns the kind that a reference names.
 *
 * @throws UnknownKindError if a class stands for neither a custom resource nor a built-in kind, or for several.
 */
export function resolveKind(reference: KindReference): Kind {
  if (isKind(reference)) return reference;
  if (!('GVK' in reference)) {
    const kind = plusKind(reference);
    if (kind === undefined) throw unnamedKindError(reference);
    return kind;
  }
  if ('definition' in reference && isKind(reference.definition)) return reference.definition;
  const named = groupVersionKind(reference.GVK);
  const kind = builtInKind(named);
  if (kind === undefined) throw undescribedKindError(named);
  return kind;
}

function undescribedKindError(kind: GroupVersionKind): UnknownKindError {
  const title = formatGroupVersionKind(kind);
  return new UnknownKindError(
    title,
    `${title} is not a built-in kind: describe it as ` +
      `{ group: '${kind.group}', version: '${kind.version}', kind: '${kind.kind}', plural: '…', scope: 'Namespaced' }`,
  );
}

function unnamedKindError(reference: PlusClass): UnknownKindError {
  const title = plusName(reference) ?? (reference instanceof Function ? reference.name : 'without a name');
  return new UnknownKindError(
    title,
    `the class ${title} doesn't define the kind of its objects: name the class of one kind, such as kplus.Deployment or k8s.KubeDeployment`,
  );
}

function isKind(value: unknown): value is Kind {
  return typeof value === 'object' && value !== null && 'plural' in value && 'scope' in value;
}
