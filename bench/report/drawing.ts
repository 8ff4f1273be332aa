/** A part of a drawing, over its whole width. */
export interface DrawnPanel {
  readonly height: number;
  /** SVG, from the panel's top left corner. */
  readonly body: string;
}

/** The width of every drawing. */
export const width = 860;
const captionHeight = 30;

const style = `<style>
  text { font: 12px system-ui, sans-serif; fill: #24292f }
  .head { font-weight: 600; font-size: 13px }
  .ours { fill: #2f6fde }
  .peer { fill: #9aa4b2 }
  .our-line { fill: none; stroke: #2f6fde; stroke-width: 2 }
  .peer-line { fill: none; stroke: #9aa4b2; stroke-width: 2 }
  .axis { fill: none; stroke: #9aa4b2 }
  .caption { fill: #57606a; font-size: 11px }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .ours { fill: #6ea8ff }
    .peer { fill: #6b7480 }
    .our-line { stroke: #6ea8ff }
    .peer-line, .axis { stroke: #6b7480 }
    .caption { fill: #9da7b3 }
  }
</style>`;

/** Returns an SVG with panels above one another, which is legible on light and dark backgrounds. */
export function drawing(panels: readonly DrawnPanel[], caption: string): string {
  let height = 0;
  const bodies = panels.map((panel) => {
    const body = `<g transform="translate(0 ${height})">${panel.body}</g>`;
    height += panel.height;
    return body;
  });
  height += captionHeight;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escaped(caption)}</title>
${style}
${bodies.join('\n')}
<text class="caption" x="8" y="${height - 10}">${escaped(caption)}</text>
</svg>
`;
}

/** Returns a text as it is written in SVG. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
