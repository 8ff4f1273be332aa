export type { Change, ChangeOrigin, StoreSubscriber } from './change.ts';
export { byController, type IndexFunction } from './object-index.ts';
export { OwnWrites, type WrittenStore } from './own-writes.ts';
export { PartitionedStore } from './partitioned-store.ts';
export type { Store, StoreFilter } from './store.ts';
export { type StoreOptions, StoreWriter } from './store-writer.ts';
