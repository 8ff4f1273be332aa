import { type ApiObject, App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import {
  type CustomResourceClass,
  objectKey,
  type Resource,
  type ResourceDefinition,
  setAcceptedSpec,
} from '../api/index.ts';
import { childName } from './child-name.ts';

/**
 * The chart that contains one resource's children.
 *
 * Its path has kind, namespace and name of the resource, because high-level constructs hash their path into pod
 * selectors: two resources must never render under one path.
 */
export class ResourceChart extends Chart {
  readonly #resourceName: string;

  constructor(definition: ResourceDefinition, resource: Resource<CustomResourceClass>) {
    const { plural, group } = definition;
    const { namespace, name } = objectKey(resource);
    const kindScope = new Construct(new App(), `${plural}.${group}`);
    super(namespace === undefined ? kindScope : new Construct(kindScope, namespace), name, {
      ...(namespace !== undefined && { namespace }),
    });
    this.#resourceName = name;
    setAcceptedSpec(this, { definition, spec: resource.spec });
  }

  /** Returns the name of a child without an explicit one. */
  override generateObjectName(child: ApiObject): string {
    const path = child.node.scopes.slice(this.node.scopes.length).map(({ node }) => node.id);
    return childName(this.#resourceName, path, child);
  }
}
