export type { Change, ChangeOrigin, StorePart, StoreSubscriber } from './change.ts';
export { byController, type IndexFunction } from './object-index.ts';
export { OwnWrites } from './own-writes.ts';
export { Store, type StoreOptions } from './store.ts';
export { StoreWriter } from './store-writer.ts';
