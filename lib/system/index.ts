export { isMissing, isSystemError } from './system-error.ts';
export { userCache } from './user-cache.ts';
