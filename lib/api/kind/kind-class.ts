import { ApiObject, type ApiObjectMetadata, Lazy } from 'cdk8s';
import type { Construct } from 'constructs';
import type { ConstructedObject } from '../manifest/object-finding.ts';
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

/** The key of a class's validation, in each copy of the library. */
const validation: unique symbol = Symbol.for('operand.validation');

/** A class that validates objects of its kind. */
interface ValidatingClass {
  /** Returns the findings for an object that another class has constructed, as sentences. */
  readonly [validation]: (object: ApiObject) => string[];
}

/** Returns true for a class made by {@link kindClass}, also in another copy of the library. */
export function isValidatingClass(value: object): value is ValidatingClass {
  return validation in value;
}

/** Returns the findings of a kind's class for an object; none if the class of the object reports them itself. */
export function unreportedFindings(made: ValidatingClass, object: ApiObject): string[] {
  return isValidatingClass(object.constructor) ? [] : made[validation](object);
}

/** The parts in which the classes of kinds differ. */
export interface KindClassParts<Props extends ConstructedObject['props']> {
  /** Returns the content of an object. In JavaScript, any of the props may be absent. */
  readonly given: (props: Partial<Props>) => GivenContent;
  /** Returns the findings for an object in a chart, as sentences. */
  readonly findings: (object: ApiObject, props: ConstructedObject['props']) => string[];
}

/**
 * Returns the construct class of a kind, for its author to extend.
 *
 * Every object of the kind in its version is an instance of this class and of the author's class. That holds also for
 * objects that another class or another copy of the library has constructed. A class that extends the author's class
 * has only the instances that it constructs.
 */
export function kindClass<Definition extends Kind, Props extends ConstructedObject['props']>(
  definition: Definition,
  { given, findings }: KindClassParts<Props>,
): KindClass<Definition, Props> {
  const gvk = { apiVersion: apiVersion(definition), kind: definition.kind };

  const made = class extends ApiObject {
    static readonly GVK = gvk;
    static readonly definition = definition;
    static readonly [validation] = (object: ApiObject): string[] => [
      ...namespaceFindings(definition, object.metadata.namespace),
      ...findings(object, { metadata: { name: object.name } }),
    ];

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
      const misplaced = namespaceFindings(definition, metadata?.namespace);
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

function namespaceFindings({ kind, scope }: Kind, namespace: unknown): string[] {
  return scope === 'Namespaced' || namespace === undefined
    ? []
    : [`metadata.namespace: is set, and ${kind} is cluster-scoped: leave it out`];
}

function isObjectOfClass(value: unknown, { apiVersion, kind }: ApiObjectClass['GVK']): boolean {
  return ApiObject.isApiObject(value) && value.apiVersion === apiVersion && value.kind === kind;
}
