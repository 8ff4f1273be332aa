export { CacheLimit } from './cache-limit.ts';
export { byController, type IndexFunction } from './object-index.ts';
export { OwnWrites } from './own-writes.ts';
export { type RestorableCache, ReturningContent } from './returning-content.ts';
export { Store, type StoreOptions } from './store.ts';
export type { Change, ChangeOrigin, StorePart, StoreSubscriber } from './store-event.ts';
export { StoreWriter } from './store-writer.ts';
export { isWithheld } from './withheld-object.ts';
