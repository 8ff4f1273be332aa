import { ApiObject, Chart } from 'cdk8s';
import type { KubernetesObject } from '../api/index.ts';

/**
 * The objects of a chart as JSON, in the order in which they are to be applied.
 *
 * The same as `chart.toJson()`, which draws the graph of all dependencies even where there are none, at a fifth of the
 * cost of a render.
 *
 * @throws an Error if there is another chart in the tree, whose objects `chart.toJson()` leaves out, and what the chart
 * throws: an Error for findings of the constructs' own validation.
 */
export function synthesized(chart: Chart): KubernetesObject[] {
  const constructs = chart.node.root.node.findAll();
  const other = constructs.find((construct) => Chart.isChart(construct) && construct !== chart);
  if (other !== undefined) {
    throw new Error(
      `[${other.node.path}] is a Chart, whose objects don't become children: derive it from Construct, or build what is in it under the scope that \`render\` gets`,
    );
  }
  const isPlain = constructs.every(
    (construct) => construct.node.dependencies.length === 0 && construct.node.validate().length === 0,
  );
  if (!isPlain) return chart.toJson() as KubernetesObject[];
  const objects = constructs.filter((construct) => construct instanceof ApiObject);
  return objects.map((object) => object.toJson() as KubernetesObject);
}
