import type { StoreSubscriber } from '../../../lib/runtime/cache/index.ts';

/** Makes nothing of what it hears. */
export const silentSubscriber: StoreSubscriber = { changed() {}, progressed() {}, listStateChanged() {} };
