import { ApiObject, Chart } from 'cdk8s';
import type { KubernetesObject } from '../api/index.ts';
import { dependencyOrder } from './construct-order.ts';

/** An object of a chart, and the construct that it comes from. */
export interface SynthesizedObject {
  readonly construct: ApiObject;
  readonly object: KubernetesObject;
}

/**
 * The objects of a chart as JSON, in the order in which they are to be applied.
 *
 * The same as `chart.toJson()`, which draws the graph of all dependencies even where there are none, at a fifth of the
 * cost of a render, and takes exponential time for layers of dependencies.
 *
 * @throws an Error if there is another chart in the tree, whose objects `chart.toJson()` leaves out, if constructs depend
 * on each other, and what the chart throws: an Error for findings of the constructs' own validation.
 */
export function synthesized(chart: Chart): SynthesizedObject[] {
  const constructs = chart.node.root.node.findAll();
  const other = constructs.find((construct) => Chart.isChart(construct) && construct !== chart);
  if (other !== undefined) {
    throw new Error(
      `[${other.node.path}] is a Chart, whose objects don't become children: derive it from Construct, or build what is in it under the scope that \`render\` gets`,
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
