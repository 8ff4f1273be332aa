import { drawing, escaped, width } from './drawing.ts';
import { type FigureName, figures, formatted } from './figure.ts';

/** One bar. */
export interface Bar {
  readonly title: string;
  readonly value: number;
  readonly isOurs: boolean;
}

/** A figure and its bars. */
export interface Panel {
  readonly figure: FigureName;
  readonly bars: readonly Bar[];
}

const barHeight = 18;
const gap = 6;
const headHeight = 34;
const labelWidth = 330;
const valueWidth = 70;

/** Draws bars as SVG, in one panel for each figure; shorter is better. */
export function chart(panels: readonly Panel[], caption: string): string {
  return drawing(
    panels.map((panel) => ({ height: headHeight + panel.bars.length * (barHeight + gap), body: body(panel) })),
    caption,
  );
}

function body({ figure, bars }: Panel): string {
  const longest = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE);
  const longestBar = width - labelWidth - valueWidth;
  const lines = bars.map(({ title, value, isOurs }, index) => {
    const y = headHeight + index * (barHeight + gap);
    const length = Math.max(1, Math.round((value / longest) * longestBar));
    return [
      `<text x="${labelWidth - 8}" y="${y + 13}" text-anchor="end">${escaped(title)}</text>`,
      `<rect class="${isOurs ? 'ours' : 'peer'}" x="${labelWidth}" y="${y}" width="${length}" height="${barHeight}" rx="2"/>`,
      `<text x="${labelWidth + length + 6}" y="${y + 13}">${formatted(figure, value)}</text>`,
    ].join('');
  });
  return `<text class="head" x="8" y="22">${escaped(figures[figure].title)}</text>${lines.join('\n')}`;
}
