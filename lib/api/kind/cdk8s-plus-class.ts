import type { ApiObjectMetadataDefinition } from 'cdk8s';
import type { Construct } from 'constructs';
import { builtInKinds } from './built-in-kinds.ts';
import type { Kind } from './kind.ts';

/** A construct of a high-level class of cdk8s-plus, such as `kplus.Deployment`: it holds one API object. */
export interface PlusConstruct extends Construct {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly metadata: ApiObjectMetadataDefinition;
  /** The plural of its kind. */
  readonly resourceType: string;
}

/** A high-level class of cdk8s-plus, such as `kplus.Deployment`, or a class that extends one. */
export interface PlusClass {
  readonly prototype: PlusConstruct;
}

/** The versions of kinds that cdk8s-plus constructs and API servers serve in several versions. */
const writtenVersions: Readonly<Record<string, string>> = { HorizontalPodAutoscaler: 'v2' };

const qualifiedName = /^cdk8s-plus-\d+\.([A-Za-z]+)$/;

/**
 * Returns the kind of a high-level class of cdk8s-plus; undefined for a class that has none, such as `kplus.Workload`.
 *
 * The class or a class that it extends has the name of its kind: `TlsSecret` extends `Secret`. jsii writes the name
 * into the class, so that a bundler that renames classes doesn't change it.
 */
export function plusKind(reference: PlusClass): Kind | undefined {
  for (let type: unknown = reference; typeof type === 'function'; type = Object.getPrototypeOf(type)) {
    const name = qualifiedName.exec(plusName(type) ?? '')?.[1];
    const kind = builtInKinds().find((known) => known.kind === name && isVersionOfPlus(known));
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/** Returns the name that jsii gives a class, with its package: `cdk8s-plus-28.Deployment`. */
export function plusName(type: object): string | undefined {
  const description: unknown = Reflect.get(type, Symbol.for('jsii.rtti'));
  if (typeof description !== 'object' || description === null || !('fqn' in description)) return undefined;
  return typeof description.fqn === 'string' ? description.fqn : undefined;
}

function isVersionOfPlus({ kind, version }: Kind): boolean {
  return version === (writtenVersions[kind] ?? version);
}
