// The server sends the package's own file in place of this module: a browser can't look packages up.

export { type ComponentChild, type ComponentChildren, h, render } from 'preact';
