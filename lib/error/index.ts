// Declarations of error classes in other modules name the type of their base class.
export { type BrandedErrorClass, brandedError } from './branded-error.ts';
