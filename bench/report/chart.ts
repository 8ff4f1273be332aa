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

const width = 860;
const barHeight = 18;
const gap = 6;
const headHeight = 34;
const labelWidth = 330;
const valueWidth = 70;

/**
 * Draws bars in one panel for each figure, shorter is better. Returns an SVG that is legible on light and dark
 * backgrounds.
 */
export function chart(panels: readonly Panel[], caption: string): string {
  const heights = panels.map(({ bars }) => headHeight + bars.length * (barHeight + gap));
  const height = heights.reduce((sum, each) => sum + each, 30);
  const bodies = panels.map((panel, index) => {
    const top = heights.slice(0, index).reduce((sum, each) => sum + each, 0);
    return `<g transform="translate(0 ${top})">${body(panel)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escaped(caption)}</title>
<style>
  text { font: 12px system-ui, sans-serif; fill: #24292f }
  .head { font-weight: 600; font-size: 13px }
  .ours { fill: #2f6fde }
  .peer { fill: #9aa4b2 }
  .caption { fill: #57606a; font-size: 11px }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .ours { fill: #6ea8ff }
    .peer { fill: #6b7480 }
    .caption { fill: #9da7b3 }
  }
</style>
${bodies.join('\n')}
<text class="caption" x="8" y="${height - 10}">${escaped(caption)}</text>
</svg>
`;
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

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
