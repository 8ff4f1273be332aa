import { ApiObject, App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import {
  type CustomResourceClass,
  type KubernetesObject,
  objectKey,
  type Resource,
  type ResourceDefinition,
  setAcceptedSpec,
} from '../api/index.ts';
import { childName } from './child-name.ts';
import { dependencyOrder } from './dependency-order.ts';

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

/** An object of a chart, and its construct. */
export interface SynthesizedObject {
  readonly construct: ApiObject;
  readonly object: KubernetesObject;
}

/**
 * Returns the objects of a resource's chart as JSON, in the order in which they are applied.
 *
 * The result is that of `chart.toJson()`. That method always builds the graph of all dependencies, which costs a fifth
 * of a render. It takes exponential time for layers of dependencies.
 *
 * @throws an Error if there is another chart in the tree, whose objects `chart.toJson()` leaves out, or if constructs
 *   depend on each other. Also the errors of the chart: an Error for findings of the constructs' own validation.
 */
export function synthesizedObjects(chart: Chart): SynthesizedObject[] {
  const constructs = chart.node.root.node.findAll();
  const other = constructs.find((construct) => Chart.isChart(construct) && construct !== chart);
  if (other !== undefined) {
    throw new Error(
      `[${other.node.path}] is a Chart, whose objects don't become children: derive it from Construct, or build its content under the scope that \`render\` gets`,
    );
  }
  const findings = constructs.flatMap(({ node }) => node.validate().map((finding) => `[${node.path}] ${finding}`));
  if (findings.length > 0) throw new Error(`Validation failed with the following errors:\n  ${findings.join('\n  ')}`);
  const isPlain = constructs.every(({ node }) => node.dependencies.length === 0);
  const ordered = isPlain ? constructs : dependencyOrder(constructs);
  return ordered
    .filter((construct) => construct instanceof ApiObject)
    .map((construct) => ({
      construct,
      object: construct.toJson() as KubernetesObject,
    }));
}
