export { type BrandedError, type BrandedErrorClass, brandedError } from './branded-error.ts';
