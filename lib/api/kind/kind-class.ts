import { ApiObject, type ApiObjectMetadata, Lazy } from 'cdk8s';
import type { Construct } from 'constructs';
import { writtenContent } from '../manifest/written-content.ts';
import { apiVersion } from './group-version-kind.ts';
import type { Kind } from './kind.ts';
import type { ApiObjectClass } from './kind-reference.ts';

/** A class whose instances are the objects of one kind, made by {@link kindClass}. */
export interface KindClass<Definition extends Kind, Props extends object> extends ApiObjectClass {
  new (scope: Construct, id: string, props?: Props): ApiObject;
  readonly prototype: ApiObject;
  readonly definition: Definition;
}

/** The given content of an object. Its `apiVersion` and `kind` are always those of its class. */
export interface GivenContent {
  readonly metadata?: ApiObjectMetadata | undefined;
  readonly [field: string]: unknown;
}

/** The parts in which the classes of kinds differ. */
export interface KindClassParts<Props extends object> {
  /** Returns the content of an object. In JavaScript, any of the props may be absent. */
  readonly given: (props: Partial<Props>) => GivenContent;
  /** Returns the findings for an object in a chart, as sentences. */
  readonly findings: (object: ApiObject, props: Partial<Props>) => string[];
}

/**
 * Returns the construct class of a kind, for its author to extend.
 *
 * Every object of the kind in its version is an instance of this class and of the author's class. That holds also for
 * objects that another class or another copy of the library has constructed. A class that extends the author's class
 * has only the instances that it constructs.
 */
export function kindClass<Definition extends Kind, Props extends object>(
  definition: Definition,
  { given, findings }: KindClassParts<Props>,
): KindClass<Definition, Props> {
  const gvk = { apiVersion: apiVersion(definition), kind: definition.kind };

  const made = class extends ApiObject {
    static readonly GVK = gvk;
    static readonly definition = definition;

    constructor(scope: Construct, id: string, from?: Partial<Props> | null) {
      const props = from ?? {};
      const { metadata: givenMetadata, apiVersion: _apiVersion, kind: _kind, ...content } = given(props);
      const { value, patches } = writtenContent(content);
      const metadata = givenMetadata && writtenContent(givenMetadata).value;
      const isInNamespace = definition.scope === 'Namespaced';
      super(scope, id, {
        ...value,
        ...gvk,
        ...(isInNamespace ? metadata && { metadata } : { metadata: { ...inNoNamespace, ...metadata } }),
      });
      this.addJsonPatch(...patches);
      const message = `metadata.namespace: is set, and ${gvk.kind} is cluster-scoped: leave it out`;
      const misplaced = isInNamespace || metadata?.namespace === undefined ? [] : [message];
      this.node.addValidation({ validate: () => [...misplaced, ...findings(this, props)] });
    }
  };
  // The check that cdk8s inherits takes every API object for an instance of each class.
  Object.defineProperty(made, Symbol.hasInstance, {
    value(this: object, value: unknown): boolean {
      const isKind = this === made || Object.getPrototypeOf(this) === made;
      return isKind ? isObjectOfClass(value, gvk) : Function.prototype[Symbol.hasInstance].call(this, value);
    },
  });
  return made;
}

/** cdk8s sets the chart's namespace if none is given; API servers refuse one on cluster-scoped objects. */
const inNoNamespace: Readonly<Record<string, unknown>> = { namespace: Lazy.any({ produce: () => undefined }) };

function isObjectOfClass(value: unknown, { apiVersion, kind }: ApiObjectClass['GVK']): boolean {
  return ApiObject.isApiObject(value) && value.apiVersion === apiVersion && value.kind === kind;
}
