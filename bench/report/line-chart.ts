import { drawing, escaped } from './drawing.ts';

/** A line of a {@link lineChart}. */
export interface Line {
  readonly title: string;
  readonly isOurs: boolean;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** Lines over one axis, with their own vertical scale from zero. */
export interface LinePanel {
  /** With the unit. */
  readonly title: string;
  readonly lines: readonly Line[];
}

const plot = { left: 60, right: 640, top: 34, height: 150 };
const panelHeight = plot.top + plot.height + 34;

/** Draws lines as SVG, in one panel for each figure. @param axis - the title of the horizontal axis, from zero */
export function lineChart(panels: readonly LinePanel[], axis: string, caption: string): string {
  return drawing(
    panels.map((panel) => ({ height: panelHeight, body: body(panel, axis) })),
    caption,
  );
}

function body({ title, lines }: LinePanel, axis: string): string {
  const points = lines.flatMap((line) => line.points);
  const [mostX, mostY] = [Math.max(...points.map(({ x }) => x)), Math.max(...points.map(({ y }) => y))];
  const bottom = plot.top + plot.height;
  const left = (x: number) => Math.round(plot.left + ((plot.right - plot.left) * x) / mostX);
  const top = (y: number) => Math.round(bottom - (plot.height * y) / mostY);
  const drawn = lines.map(({ title: name, isOurs, points: own }) => {
    const last = own.at(-1) ?? { x: 0, y: 0 };
    const path = own.map(({ x, y }) => `${left(x)},${top(y)}`).join(' ');
    return [
      `<polyline class="${isOurs ? 'our-line' : 'peer-line'}" points="${path}"/>`,
      `<text x="${left(last.x) + 6}" y="${top(last.y) + (isOurs ? 4 : 16)}">${escaped(name)}</text>`,
    ].join('');
  });
  return [
    `<text class="head" x="8" y="22">${escaped(title)}</text>`,
    `<path class="axis" d="M${plot.left} ${plot.top}V${bottom}H${plot.right}"/>`,
    `<text x="${plot.left - 6}" y="${plot.top + 8}" text-anchor="end">${mostY.toFixed(mostY < 10 ? 1 : 0)}</text>`,
    `<text x="${plot.left - 6}" y="${bottom}" text-anchor="end">0</text>`,
    `<text x="${plot.right}" y="${bottom + 16}" text-anchor="end">${escaped(`${Math.round(mostX).toLocaleString('en')} ${axis}`)}</text>`,
    ...drawn,
  ].join('\n');
}
