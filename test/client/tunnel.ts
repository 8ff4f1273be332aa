import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after } from 'node:test';

/** An HTTP proxy of one test, with the requested targets. */
export interface Tunnel {
  readonly url: URL;
  /** `host:port` of each tunnel. */
  readonly targets: readonly string[];
}

/** Starts a proxy that connects to any requested target. Stops after the test's suite. */
export async function tunnel(): Promise<Tunnel> {
  const targets: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer();
  server.on('connect', ({ url = '' }, near: Socket) => {
    targets.push(url);
    const [host, port] = url.split(':');
    const far = connect(Number(port), host, () => {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n');
      far.pipe(near).pipe(far);
    });
    for (const socket of [near, far]) {
      sockets.push(socket);
      socket.on('error', () => socket.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), targets };
}
