// In: the structure of an operator. Out: the place of each box and text of its picture. Called by `svgPicture`.

import { type GraphNode, graphSections, type OperatorGraph } from './graph-node.ts';

/** A rectangle, by its upper left corner, in pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A text of the picture: the area that it takes. */
export interface PlacedText extends Area {
  readonly text: string;
}

/** The box of a node, with its title and lines. */
export interface PlacedBox extends Area {
  readonly node: GraphNode;
  readonly texts: readonly PlacedText[];
}

/** An arrow from the right side of one box to the left side of another. */
export interface PlacedArrow {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  readonly label: PlacedText;
}

/** The places of all parts of a picture. */
export interface GraphLayout {
  readonly width: number;
  readonly height: number;
  readonly headings: readonly PlacedText[];
  readonly boxes: readonly PlacedBox[];
  readonly arrows: readonly PlacedArrow[];
}

/** The largest width of a character of font size 12 in a monospace font: browsers choose fonts of 0.6 em or 0.62. */
const characterWidth = 7.5;
const lineHeight = 17;
const padding = 10;
const margin = 20;
const boxGap = 16;
const headingHeight = 30;
/** The part of an arrow that bends, and has no label above it. */
const bendWidth = 56;
/** Rows of the manager are at least as wide, so that boxes stand side by side. */
const smallestWidth = 860;

/** Places the sections in columns, each in the middle of the height, and the boxes of the manager in rows below. */
export function graphLayout({ nodes: structure, edges }: OperatorGraph): GraphLayout {
  const nodes = structure.map((node) => ({ node, ...boxSize(node, edges.filter(({ to }) => to === node.id).length) }));
  const columns = graphSections
    .filter((section) => section !== 'Manager')
    .map((section) => nodes.filter(({ node }) => node.section === section))
    .filter((column) => column.length > 0);
  const top = margin + headingHeight;
  const highest = Math.max(0, ...columns.map(stackHeight));
  const headings: PlacedText[] = [];
  const boxes: PlacedBox[] = [];

  let x = margin;
  for (const column of columns) {
    const width = Math.max(...column.map((box) => box.width));
    const labels = edges.filter(({ to }) => column.some(({ node }) => node.id === to)).map(({ label }) => label.length);
    if (x > margin) x += bendWidth + Math.max(0, ...labels) * characterWidth;
    headings.push(placedText(column[0]?.node.section ?? '', x, margin));
    let y = top + (highest - stackHeight(column)) / 2;
    for (const { node, height } of column) {
      boxes.push(placedBox(node, { x, y, width, height }));
      y += height + boxGap;
    }
    x += width;
  }

  const manager = nodes.filter(({ node }) => node.section === 'Manager');
  const right = Math.max(x, smallestWidth - margin, margin + Math.max(0, ...manager.map((box) => box.width)));
  const below = top + highest + margin;
  headings.push(placedText('Manager', margin, below));
  const rows = managerRows(manager, { right, y: below + headingHeight });
  const bottom = Math.max(below, ...rows.map(({ y, height }) => y + height));
  const all = [...boxes, ...rows];
  return { width: right + margin, height: bottom + margin, headings, boxes: all, arrows: placedArrows(edges, all) };
}

/** Fills rows from the left; a box that would pass the right edge begins the next row. */
function managerRows(nodes: readonly SizedNode[], { right, y: top }: { readonly right: number; readonly y: number }) {
  const boxes: PlacedBox[] = [];
  let [x, y, rowHeight] = [margin, top, 0];
  for (const { node, width, height } of nodes) {
    if (x > margin && x + width > right) [x, y, rowHeight] = [margin, y + rowHeight + boxGap, 0];
    boxes.push(placedBox(node, { x, y, width, height }));
    x += width + boxGap;
    rowHeight = Math.max(rowHeight, height);
  }
  return boxes;
}

/** The arrows to one box end at different heights, so that their labels don't overlap. */
function placedArrows(edges: OperatorGraph['edges'], boxes: readonly PlacedBox[]): PlacedArrow[] {
  const places = new Map(boxes.map((box) => [box.node.id, box]));
  return edges.flatMap((edge) => {
    const [from, to] = [places.get(edge.from), places.get(edge.to)];
    if (from === undefined || to === undefined) return [];
    const edgesToBox = edges.filter((other) => other.to === edge.to);
    const y = to.y + (to.height * (edgesToBox.indexOf(edge) + 1)) / (edgesToBox.length + 1);
    const width = edge.label.length * characterWidth;
    return {
      from: [from.x + from.width, from.y + from.height / 2],
      to: [to.x, y],
      label: { text: edge.label, x: to.x - padding - width, y: y - lineHeight - 1, width, height: lineHeight },
    };
  });
}

function placedBox(node: GraphNode, area: Area): PlacedBox {
  const texts = [node.title, ...node.lines].map((text, index) =>
    placedText(text, area.x + padding, area.y + padding + index * lineHeight),
  );
  return { ...area, node, texts };
}

function placedText(text: string, x: number, y: number): PlacedText {
  return { text, x, y, width: text.length * characterWidth, height: lineHeight };
}

interface SizedNode extends Pick<Area, 'height' | 'width'> {
  readonly node: GraphNode;
}

/** Returns the size of a box that has room for its texts, and for the labels of the arrows to it. */
function boxSize({ title, lines }: GraphNode, arrowCount: number): Pick<Area, 'height' | 'width'> {
  return {
    width: 2 * padding + Math.max(...[title, ...lines].map(({ length }) => length)) * characterWidth,
    height: Math.max(2 * padding + (lines.length + 1) * lineHeight, (arrowCount + 1) * (lineHeight + 1)),
  };
}

function stackHeight(nodes: readonly SizedNode[]): number {
  return nodes.reduce((sum, { height }) => sum + height + boxGap, -boxGap);
}
