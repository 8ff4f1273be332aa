// In: an app and the options of the command line. Out: the structure of its operator, as a file or on the standard
// output. Called by `graph` of the app's own program.

import { writeFileSync } from 'node:fs';
import type { App } from 'cdk8s';
import { Operator } from '../../constructs/index.ts';
import { assertDefinition } from '../definition-check.ts';
import { Failure } from '../failure.ts';
import { printText } from '../terminal/output.ts';
import { mermaidText } from './mermaid.ts';
import { operatorGraph } from './operator-graph.ts';
import { svgPicture } from './svg.ts';

/** The options of `graph`. */
export interface GraphOptions {
  /** A file; `-` for the standard output. */
  readonly output: string;
  /** @default svg for a file that ends in .svg, else mermaid */
  readonly format?: 'mermaid' | 'svg';
  /** The name of an operator. @default the only one */
  readonly operator?: string;
}

/**
 * Draws the structure of an operator.
 *
 * @throws Failure with all findings of the app, or if it has no such operator, or several and none is named.
 */
export function executeGraph(app: App, { output, format, operator: name }: GraphOptions): void {
  assertDefinition(app);
  const graph = operatorGraph(drawnOperator(Operator.in(app), name));
  const isSvg = format === undefined ? output.endsWith('.svg') : format === 'svg';
  const text = isSvg ? svgPicture(graph) : mermaidText(graph);
  if (output === '-') {
    printText(text);
    return;
  }
  writeFileSync(output, text);
  printText(`wrote ${output}\n`);
}

function drawnOperator(operators: readonly Operator[], name: string | undefined): Operator {
  const [operator, other] = name === undefined ? operators : operators.filter((each) => each.name === name);
  if (operator !== undefined && other === undefined) return operator;
  const names = operators.map((each) => each.name).join(', ');
  if (operators.length === 0) throw new Failure('this app has no operator: construct an Operator');
  throw new Failure(
    `${name === undefined ? `there are ${operators.length} operators` : `no operator has the name ${name}`}: name one of ${names} with --operator`,
  );
}
