export { brandedError } from './branded-error.ts';
