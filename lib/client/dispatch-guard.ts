import type { Dispatcher } from 'undici';

/**
 * Has `ask` called before each request that a dispatcher sends: when a connection is free for it, in the same turn in
 * which its first byte is written. What `ask` throws is what the request fails with; nothing of it is sent then.
 */
export function guardedBy(ask: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (message, handler) => dispatch(message, guardedHandler(handler, ask));
}

function guardedHandler(handler: Dispatcher.DispatchHandler, ask: () => void): Dispatcher.DispatchHandler {
  return {
    onRequestStart(...given) {
      ask();
      handler.onRequestStart?.(...given);
    },
    onResponseStart: (...given) => handler.onResponseStart?.(...given),
    onResponseData: (...given) => handler.onResponseData?.(...given),
    onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
    onResponseError: (...given) => handler.onResponseError?.(...given),
  };
}
