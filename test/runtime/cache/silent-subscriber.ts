import type { StoreSubscriber } from '../../../lib/runtime/cache/index.ts';

/** Ignores all changes. */
export const silentSubscriber: StoreSubscriber = { changed() {}, progressed() {}, listStateChanged() {} };
