// In: the structure of an operator. Out: a flowchart in Mermaid, which GitHub and others draw. Called by `graph`.

import { type GraphNode, graphSections, type OperatorGraph } from './graph-node.ts';

/**
 * Returns a graph as a flowchart.
 *
 * @see https://mermaid.js.org/syntax/flowchart.html
 */
export function mermaidText({ title, nodes, edges }: OperatorGraph): string {
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  const nodeLine = ({ id, title: head, lines }: GraphNode) =>
    `    ${names.get(id)}["<b>${escaped(head)}</b>${lines.map((line) => `<br>${escaped(line)}`).join('')}"]`;
  const sections = graphSections.flatMap((section) => {
    const own = nodes.filter((node) => node.section === section);
    return own.length === 0 ? [] : [`  subgraph ${section}`, ...own.map(nodeLine), '  end'];
  });
  const arrows = edges.map(({ from, to, label }) => {
    return `  ${names.get(from)} -->${label === '' ? '' : `|${label}|`} ${names.get(to)}`;
  });
  return ['flowchart LR', `  accTitle: Structure of ${escaped(title)}`, ...sections, ...arrows, ''].join('\n');
}

/** Returns a text in which no character has a meaning for Mermaid or HTML. */
function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{N} .,:/()@_-]/gu, (character) => `#${character.codePointAt(0)};`);
}
