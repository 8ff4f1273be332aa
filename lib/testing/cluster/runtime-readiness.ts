// Enters: the socket of a container runtime. Leaves: whether it does what a kubelet asks of it first.
// Called by ClusterNode: a kubelet asks once when it starts, and ends if it gets no answer.

import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2';
import { connect } from 'node:net';

/**
 * Whether a runtime answers by the Container Runtime Interface, which containerd does later than it answers its own client.
 *
 * @param socket - path of its socket.
 * @param signal - ends the question, as if nobody answered.
 * @see https://github.com/kubernetes/cri-api `RuntimeService.Version`
 */
export async function isRuntimeReady(socket: string, signal: AbortSignal): Promise<boolean> {
  return (await versionStatus(socket, signal)) === '0';
}

/** How a call ended, in gRPC's words: `0` is well. Nothing where nobody answers. */
async function versionStatus(socket: string, signal: AbortSignal): Promise<string | undefined> {
  const session = connectHttp2('http://localhost', { createConnection: () => connect(socket) });
  try {
    return await new Promise((resolve) => {
      let status: string | undefined;
      const told = (headers: IncomingHttpHeaders) => {
        status = headers['grpc-status']?.toString() ?? status;
      };
      const nobody = () => resolve(undefined);
      session.once('error', nobody);
      const headers = {
        ':method': 'POST',
        ':path': '/runtime.v1.RuntimeService/Version',
        'content-type': 'application/grpc',
        te: 'trailers',
      };
      const call = session.request(headers, { signal });
      call.once('error', nobody);
      // An answer that is an error has its status in front, any other behind.
      call.once('response', told);
      call.once('trailers', told);
      call.once('close', () => resolve(status));
      call.resume();
      call.end(emptyMessage);
    });
  } finally {
    session.destroy();
  }
}

/** Not compressed, and no byte long. */
const emptyMessage = Buffer.alloc(5);
