// In: the socket of a container runtime. Out: true if it answers a kubelet's first request. Called by ClusterNode: a
// kubelet asks once when it starts, and ends if it gets no response.

import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2';
import { connect } from 'node:net';

/**
 * Resolves with true if a runtime answers by the Container Runtime Interface, which containerd does later than it
 * answers its own client.
 *
 * @param socket - path of its socket.
 * @param signal - ends the request with false.
 * @see https://github.com/kubernetes/cri-api `RuntimeService.Version`
 */
export async function isRuntimeReady(socket: string, signal: AbortSignal): Promise<boolean> {
  return (await versionStatus(socket, signal)) === '0';
}

/** Resolves with the gRPC status of a call: `0` is success. Undefined if the runtime doesn't answer. */
async function versionStatus(socket: string, signal: AbortSignal): Promise<string | undefined> {
  const session = connectHttp2('http://localhost', { createConnection: () => connect(socket) });
  try {
    return await new Promise((resolve) => {
      let status: string | undefined;
      const received = (headers: IncomingHttpHeaders) => {
        status = headers['grpc-status']?.toString() ?? status;
      };
      const unanswered = () => resolve(undefined);
      session.once('error', unanswered);
      const headers = {
        ':method': 'POST',
        ':path': '/runtime.v1.RuntimeService/Version',
        'content-type': 'application/grpc',
        te: 'trailers',
      };
      const call = session.request(headers, { signal });
      call.once('error', unanswered);
      // An error has its status in the headers, any other response in the trailers.
      call.once('response', received);
      call.once('trailers', received);
      call.once('close', () => resolve(status));
      call.resume();
      call.end(emptyMessage);
    });
  } finally {
    session.destroy();
  }
}

/** A gRPC message: not compressed, length 0. */
const emptyMessage = Buffer.alloc(5);
