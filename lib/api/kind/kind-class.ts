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

/** What was given of an object. Its `apiVersion` and `kind` are those of its class, whatever is given. */
export interface GivenContent {
  readonly metadata?: ApiObjectMetadata | undefined;
  readonly [field: string]: unknown;
}

/** What the classes of kinds differ in. */
export interface KindClassParts<Props extends object> {
  /** What an object has. Whoever writes JavaScript may leave out everything. */
  readonly given: (props: Partial<Props>) => GivenContent;
  /** What is wrong with an object in a chart, in sentences. */
  readonly findings: (object: ApiObject, props: Partial<Props>) => string[];
}

/**
 * The construct of a kind, for its author to extend.
 *
 * Every object of the kind in its version is an instance of it and of the class that extends it, however it was
 * constructed, also by another copy of the library. Of a class that extends that one, only what it has constructed is.
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
      const message = `metadata.namespace: is there, and ${gvk.kind} is cluster-scoped: leave it out`;
      const misplaced = isInNamespace || metadata?.namespace === undefined ? [] : [message];
      this.node.addValidation({ validate: () => [...misplaced, ...findings(this, props)] });
    }
  };
  // What is inherited from cdk8s takes every object for an instance of each class.
  Object.defineProperty(made, Symbol.hasInstance, {
    value(this: object, value: unknown): boolean {
      const isKind = this === made || Object.getPrototypeOf(this) === made;
      return isKind ? isOfKind(value, gvk) : Function.prototype[Symbol.hasInstance].call(this, value);
    },
  });
  return made;
}

/** cdk8s takes the chart's namespace where there is none; API servers refuse one on objects of the cluster. */
const inNoNamespace: Readonly<Record<string, unknown>> = { namespace: Lazy.any({ produce: () => undefined }) };

function isOfKind(value: unknown, { apiVersion, kind }: ApiObjectClass['GVK']): boolean {
  return ApiObject.isApiObject(value) && value.apiVersion === apiVersion && value.kind === kind;
}
