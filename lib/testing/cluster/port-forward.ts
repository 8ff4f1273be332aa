import { readFile } from 'node:fs/promises';
import { systemClock } from '../../clock/index.ts';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import type { SupervisedProcess } from '../supervisor/supervisor.ts';
import type { ProcessExit } from '../supervisor/supervisor-message.ts';

/** The target of a {@link PortForward}: a port of a pod, or of one pod of a Service. */
export interface PortForwardTarget {
  /** @default `default` */
  readonly namespace?: string | undefined;
  readonly kind: 'pod' | 'service';
  readonly name: string;
  readonly port: number;
}

const pollMs = 20;
let count = 0;

/** A local port that leads to a port of a pod, until it is closed, the pod ends, or the cluster ends. */
export class PortForward implements AsyncDisposable {
  /** The port, on loopback. */
  readonly port: number;
  readonly #process: SupervisedProcess;

  /**
   * Opens a forward; resolves when it accepts connections.
   *
   * @param kubectl - path of the program.
   * @throws Error with kubectl's message if the pod doesn't exist or doesn't run.
   */
  static async open(
    controlPlane: ControlPlane,
    kubectl: string,
    { namespace = 'default', kind, name, port }: PortForwardTarget,
  ): Promise<PortForward> {
    count += 1;
    const words = ['port-forward', `--kubeconfig=${controlPlane.kubeconfig}`, `--namespace=${namespace}`];
    const { process, log } = await controlPlane.startProcess({
      name: `port-forward-${count}`,
      command: kubectl,
      args: [...words, '--address=127.0.0.1', `${kind}/${name}`, `:${port}`],
      env: { HOME: controlPlane.directory },
    });
    let exit: ProcessExit | undefined;
    void process.exit.then((how) => {
      exit = how;
    });
    for (;;) {
      const hasEnded = exit !== undefined;
      const output = await readFile(log, 'utf8');
      const own = /^Forwarding from 127\.0\.0\.1:(\d+) /m.exec(output)?.[1];
      if (own !== undefined) return new PortForward(Number(own), process);
      if (hasEnded)
        throw new Error(`port ${port} of ${kind} ${namespace}/${name} can't be forwarded: ${output.trim()}`);
      await systemClock.sleep(pollMs);
    }
  }

  private constructor(port: number, process: SupervisedProcess) {
    this.port = port;
    this.#process = process;
  }

  /** Closes the port and all its connections. Idempotent. */
  async close(): Promise<void> {
    await this.#process.kill();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
