import type { Health } from '../message.ts';
import { type ComponentChild, h } from './preact.ts';

const marks = { ready: '✓', progressing: '◔', failed: '✕' } as const;

/** The words for states of health. */
export const healthWords = { ready: 'Ready', progressing: 'In progress', failed: 'Failed' } as const;

/** Draws the state of an object by colour and form, with a text for screen readers. */
export function healthMark(health: Health): ComponentChild {
  return h(
    'span',
    { class: `mark ${health}` },
    h('span', { 'aria-hidden': true }, marks[health]),
    h('span', { class: 'spoken' }, healthWords[health]),
  );
}
