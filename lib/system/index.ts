export { isMissingFile, isSystemError } from './system-error.ts';
export { thrownText } from './thrown-text.ts';
export { userCache } from './user-cache.ts';
