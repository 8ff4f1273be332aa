import { ApiObject, Chart } from 'cdk8s';
import type { KubernetesObject } from '../api/index.ts';
import { dependencyOrder } from './construct-order.ts';

/** An object of a chart, and its construct. */
export interface SynthesizedObject {
  readonly construct: ApiObject;
  readonly object: KubernetesObject;
}

/**
 * Returns the objects of a chart as JSON, in the order in which they are applied.
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
