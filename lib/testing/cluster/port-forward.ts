import { readFile } from 'node:fs/promises';
import { systemClock } from '../../clock/index.ts';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import type { SupervisedProcess } from '../supervisor/supervisor.ts';
import type { ProcessExit } from '../supervisor/supervisor-message.ts';

/** To what a {@link PortForward} leads: a port of a pod, or of a Service, of which one pod is taken. */
export interface PortForwardTarget {
  /** @default `default` */
  readonly namespace?: string | undefined;
  readonly kind: 'pod' | 'service';
  readonly name: string;
  readonly port: number;
}

const pollMs = 20;
let count = 0;

/** A port of this machine that leads to one of a pod, until it is closed, the pod ends, or the cluster. */
export class PortForward implements AsyncDisposable {
  /** On loopback. */
  readonly port: number;
  readonly #process: SupervisedProcess;

  /**
   * Opens one; resolves when connections are taken.
   *
   * @param kubectl - path of the program.
   * @throws Error with kubectl's words, when there is no such pod or it doesn't run.
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
      const said = await readFile(log, 'utf8');
      const own = /^Forwarding from 127\.0\.0\.1:(\d+) /m.exec(said)?.[1];
      if (own !== undefined) return new PortForward(Number(own), process);
      if (hasEnded) throw new Error(`no way to port ${port} of ${kind} ${namespace}/${name}: ${said.trim()}`);
      await systemClock.sleep(pollMs);
    }
  }

  private constructor(port: number, process: SupervisedProcess) {
    this.port = port;
    this.#process = process;
  }

  /** Closes it, with all its connections. Idempotent. */
  async close(): Promise<void> {
    await this.#process.kill();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
