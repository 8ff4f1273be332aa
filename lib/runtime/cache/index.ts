export { CacheLimit } from './cache-limit.ts';
export { ContentRestoration, type RestorableCache } from './content-restoration.ts';
export { byController, type IndexFunction } from './object-index.ts';
export { OwnWrites } from './own-writes.ts';
export { Store, type StoreOptions } from './store.ts';
export type { Change, ChangeOrigin, StorePart, StoreSubscriber } from './store-event.ts';
export { StoreWriter } from './store-writer.ts';
export { isWithheld } from './withheld-object.ts';
