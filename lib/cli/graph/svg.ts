// In: the structure of an operator. Out: its picture, for light and dark pages and for screen readers. Called by `graph`.

import { printableText } from '../terminal/output.ts';
import type { OperatorGraph } from './graph-node.ts';
import { graphLayout, type PlacedArrow, type PlacedBox, type PlacedText } from './layout.ts';

const style = `
  svg { color-scheme: light dark; background: #ffffff; }
  text { font: 12px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #24292f; }
  .title { font-weight: bold; }
  .heading, .label { fill: #57606a; }
  .arrow { fill: none; stroke: #8c959f; stroke-width: 1.5; }
  .tip { fill: #8c959f; }
  rect { fill: #f6f8fa; stroke: #8c959f; }
  .Admission { stroke: #bf8700; } .APIs { stroke: #0969da; } .Controllers { stroke: #8250df; } .Objects { stroke: #1a7f37; }
  @media (prefers-color-scheme: dark) {
    svg { background: #0d1117; }
    text { fill: #e6edf3; }
    .heading, .label { fill: #9198a1; }
    rect { fill: #161b22; stroke: #6e7681; }
    .Admission { stroke: #d29922; } .APIs { stroke: #58a6ff; } .Controllers { stroke: #bc8cff; } .Objects { stroke: #3fb950; }
  }
`;

/** Returns the picture of a graph as SVG. */
export function svgPicture(graph: OperatorGraph): string {
  const { width, height, headings, boxes, arrows } = graphLayout(graph);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title description">`,
    `<title id="title">Structure of ${escaped(graph.title)}</title>`,
    `<desc id="description">${escaped(description(graph))}</desc>`,
    `<style>${style}</style>`,
    '<marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="6" markerHeight="6" orient="auto"><path class="tip" d="M0 0L8 4L0 8z"/></marker>',
    ...headings.map((heading) => textElement('heading', heading)),
    ...arrows.map(arrowElements),
    ...boxes.map(boxElements),
    '</svg>\n',
  ].join('\n');
}

/** Returns a sentence for each edge. */
function description({ nodes, edges }: OperatorGraph): string {
  const titles = new Map(nodes.map(({ id, title }) => [id, title]));
  return edges.map(({ from, to, label }) => `${titles.get(from)} ${label || 'leads to'} ${titles.get(to)}.`).join(' ');
}

function arrowElements({ from: [x1, y1], to: [x2, y2], label }: PlacedArrow): string {
  const middle = x1 + 20;
  const path = `<path class="arrow" marker-end="url(#tip)" d="M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x1 + 40} ${y2}H${x2}"/>`;
  return label.text === '' ? path : `${path}\n${textElement('label', label)}`;
}

function boxElements({ node, x, y, width, height, texts }: PlacedBox): string {
  const box = `<rect class="${node.section}" x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>`;
  return [box, ...texts.map((text, index) => textElement(index === 0 ? 'title' : 'line', text))].join('\n');
}

function textElement(kind: string, { text, x, y }: PlacedText): string {
  return `<text class="${kind}" x="${x}" y="${y + 13}">${escaped(text)}</text>`;
}

function escaped(text: string): string {
  return printableText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
