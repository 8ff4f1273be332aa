// Records `npm run demo`, and draws it as the moving picture of README.md: docs/demo.svg.

import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

const secondsOfFrame = 2.5;
const lineHeight = 19;
const width = 830;

const { stdout } = await promisify(execFile)(process.execPath, ['apps/demo/main.ts']);
const frames = framesOf(stdout);
writeFileSync('docs/demo.svg', picture(frames));
process.stdout.write(`wrote docs/demo.svg with ${frames.length} frames\n`);

/** Returns the lines that the terminal shows at first, and those after each picture of the tree. */
function framesOf(output: string): string[][] {
  const end = output.indexOf('\n\n  ○');
  const steps = output.slice(0, end).split('\n');
  const shown = [
    '$ npm run demo',
    ...steps.filter((line) => /^[A-Z]|wrote dist\/| applied$/.test(line) && !/role|account/.test(line)),
  ];
  const pictures = output
    .slice(end + 2)
    .split('\n\n')
    .filter((tree) => tree.trim() !== '');
  const repair = pictures.findIndex((tree) => tree.includes('is deleted'));
  return [
    shown,
    ...pictures.map((tree, index) => [
      ...shown,
      '',
      ...(index > repair ? ['  Ready. The Deployment is deleted, as by a mistake:', ''] : []),
      ...tree.trimEnd().split('\n'),
    ]),
  ];
}

function picture(all: readonly (readonly string[])[]): string {
  const height = Math.max(...all.map(({ length }) => length)) * lineHeight + 30;
  const shares = all.map((_, index) => keyframes(index, all.length));
  const style = [
    'text { font: 13px ui-monospace, Menlo, Consolas, monospace; fill: #1f2328; white-space: pre }',
    'rect { fill: #f6f8fa } .ready { fill: #1a7f37 } .waiting { fill: #9a6700 }',
    '@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } rect { fill: #161b22 } .ready { fill: #3fb950 } .waiting { fill: #d29922 } }',
    `g { animation-duration: ${all.length * secondsOfFrame}s; animation-iteration-count: infinite; animation-timing-function: step-end }`,
    ...shares,
    `@media (prefers-reduced-motion: reduce) { g { animation: none; visibility: hidden } #f${all.length - 1} { visibility: visible } }`,
  ];
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">`,
    '<title>The demo: the tree of a Memcached turns ready, and is repaired after its Deployment was deleted</title>',
    `<style>${style.join('\n')}</style>`,
    `<rect width="${width}" height="${height}" rx="8"/>`,
    ...all.map((lines, index) => `<g id="f${index}">${lines.map(textLine).join('')}</g>`),
    '</svg>',
  ].join('\n')}\n`;
}

/** Shows one frame for its share of the time. */
function keyframes(index: number, count: number): string {
  const [from, to] = [index / count, (index + 1) / count].map((share) => `${(share * 100).toFixed(2)}%`);
  const before = index === 0 ? '' : '0% { visibility: hidden } ';
  return `@keyframes k${index} { ${before}${from} { visibility: visible } ${to} { visibility: ${index + 1 === count ? 'visible' : 'hidden'} } } #f${index} { animation-name: k${index} }`;
}

function textLine(line: string, index: number): string {
  const text = line
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('●', '<tspan class="ready">●</tspan>')
    .replaceAll('○', '<tspan class="waiting">○</tspan>');
  return text.trim() === '' ? '' : `<text x="16" y="${(index + 1) * lineHeight + 8}">${text}</text>`;
}
